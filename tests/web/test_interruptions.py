"""A match goes on: after a reload, in another language, on a new server, in a second tab, a move taken back."""

import tempfile
from pathlib import Path

from playwright.sync_api import expect

from tests.server.harness import served
from tests.web.conftest import NewPerson


def test_a_reload_in_the_middle_of_a_trick_changes_nothing(person: NewPerson) -> None:
    ada = person("phone")
    ada.open_table("sea-change", seats=4, options={"target": 1}, alone=True)
    ada.play_on(3)
    ada.rest()
    before = ada.hand(), ada.moves(), ada.standing()
    ada.page.reload()
    ada.rest()
    assert (ada.hand(), ada.moves(), ada.standing()) == before


def test_the_language_can_change_in_the_middle_of_a_match(person: NewPerson, same_cards: str) -> None:
    ada = person(url=same_cards)
    ada.open_table("sea-change", seats=3, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    hand = ada.hand()
    ada.page.mouse.move(1, 1)  # a card under the mouse that can't be played would say why
    ada.see(".status:has-text('Your turn')")
    ada.page.keyboard.press("m")
    ada.click("Français")
    ada.page.keyboard.press("Escape")
    ada.see("html[lang=fr]")
    expect(ada.page.locator(".status")).not_to_contain_text("Your turn")
    assert ada.hand() == hand
    ada.play_on(2)


def test_a_move_is_taken_back_a_match_played_again_and_given_up(person: NewPerson) -> None:
    ada = person("phone")
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    hand = ada.hand()
    ada.play_on(1)
    ada.page.keyboard.press("m")
    ada.click("Take back your last move")
    ada.page.wait_for_function(
        "(hand) => [...document.querySelectorAll('.fan [data-flip]')].map((card) => card.dataset.flip).join() === hand", arg=",".join(hand)
    )
    ada.play_on()
    ada.click("Rematch")
    ada.see("[data-move]")
    assert len(ada.hand()) == 10
    ada.page.keyboard.press("m")
    ada.click("Resign")
    ada.page.locator("dialog[open] footer .lit").click()
    ada.see("[data-over]")
    ada.see("h2:has-text('abandoned')")


def test_the_server_restarts_and_the_table_goes_on(person: NewPerson, built: None) -> None:
    with tempfile.TemporaryDirectory() as folder, served(data=Path(folder)) as own:
        ada = person("phone", url=own.url)
        ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
        ada.play_on(2)
        ada.rest()
        hand = ada.hand()
        own.kill()
        ada.see(".notice:has-text('Connection lost')")
        assert ada.moves() == []
        own.start()
        ada.see("[data-move]")
        assert ada.hand() == hand
        ada.play_on()
        ada.see("[data-over]")


def test_a_second_tab_is_told_and_both_go_on(person: NewPerson) -> None:
    ada = person()
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    other = ada.page.context.new_page()
    other.goto(ada.page.url)
    other.locator(".note:has-text('another tab')").wait_for()
    ada.see(".note:has-text('another tab')")
    third = ada.page.context.new_page()
    third.goto(ada.page.url)
    third.locator(".note:has-text('another tab')").wait_for()
    third.close()
    ada.page.wait_for_timeout(300)
    ada.see(".note:has-text('another tab')")  # two are left
    ada.play_on(1)

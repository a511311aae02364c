"""What the table does for those who play at it: who is ahead, what was done last, fewer clicks, the cards and the rules at hand."""

from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.test_people import ask

TURNS = 15
"""Long before this many, whatever we wait for has come: deals are not seeded here."""


def test_a_trick_says_who_is_ahead_and_a_lifted_card_what_to_do(person: NewPerson) -> None:
    ada = person(speed="normal", confirm=True)
    ada.open_table("sea-change", seats=4, options={"target": 1, "first_dealer": 3}, alone=True)
    ada.see(".status:has-text('lead any card')")  # left of the dealer
    move = ada.moves()[0]
    ada.page.locator(f"[data-move='{move}']").first.click(position={"x": 8, "y": 30})
    ada.see(".status:has-text('Click the card again')")
    ada.page.locator(f"[data-move='{move}']").first.click(position={"x": 8, "y": 30})
    ada.see(".own .ahead .card")
    ada.see(".place .how:is(:text-is('highest trump'), :text-is('highest of the suit led'))")
    ada.see("[data-move]")
    # What the others played stays in sight until they play again, and the last trick says why it was won.
    ada.page.keyboard.press("o")
    assert "highest" in ada.see("dialog[open] .took").inner_text()
    ada.page.keyboard.press("Escape")

    # Cards and their values are a key or a tap away, the pace too, and it is remembered.
    ada.page.keyboard.press("k")
    ada.see("dialog[open] th:text-is('8')")
    ada.see("dialog[open] :text('Remembering what has been played is up to you')")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("m")
    ada.click("Rules")
    ada.see("dialog[open] article h2")
    assert ada.page.locator("dialog[open] [data-act=play], dialog[open] a").count() == 0  # nothing leads away from the table
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("m")
    ada.see("dialog[open] label:has(input[value=instant])").click()
    ada.page.keyboard.press("Escape")
    ada.page.reload()
    ada.see("[data-move]")
    assert ada.page.evaluate("JSON.parse(localStorage.getItem('seaboard.settings')).speed") == "instant"


def test_a_forced_pass_passes_by_itself_and_what_a_bot_did_stays(person: NewPerson) -> None:
    ada = person(forced=True)
    ada.open_table("sea-salt-and-paper", seats=2, options={"target": 40}, alone=True)
    taken = by_hand = False
    for _ in range(6 * TURNS):
        ada.see("[data-move], [data-continue]")
        moves = ada.moves()
        take = next((move for move in moves if move.split()[0] in ("draw", "take")), None)
        if take and taken and not by_hand:
            break  # the turn before ended, and nobody ended it
        if take:
            taken, by_hand = True, False
            ada.play(take)
        elif "end turn" in moves and len(moves) > 1:
            by_hand = True  # a pair, or a call: that is for people to decide
            ada.play("end turn")
        elif ada.page.locator("[data-continue]").count():
            taken = False
            ada.act()
        elif moves and moves != ["end turn"]:
            ada.play(moves[0])
        else:
            ada.page.wait_for_timeout(100)  # it is about to end
    else:
        raise AssertionError("no turn has ended by itself")
    ada.see(".cell .last")


def test_cards_whose_order_can_not_matter_are_laid_at_one_click(person: NewPerson) -> None:
    ada = person()
    ada.open_table("sea-of-clouds", seats=2, options={}, alone=True)
    everything = ada.page.locator("[data-act=all]")
    for _ in range(4 * TURNS):
        ada.see("[data-move], [data-continue]")
        if everything.count():
            break
        moves = ada.moves()
        cards = ada.page.locator(".fan [data-flip]").count()
        if ada.page.locator("[data-continue]").count() or not moves:
            ada.act()
        else:
            ada.play("take" if "take" in moves and cards > 1 else "leave" if "leave" in moves else moves[0])
    everything.click()
    ada.see("[data-move=take], [data-continue], [data-over]")
    assert everything.count() == 0


FIRST_LETTER = """(name) => {
  const range = document.createRange();
  range.setStart(name.firstChild, 0);
  range.setEnd(name.firstChild, 1);
  const [letter, box] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
  return letter.left >= box.left - 1 && letter.right <= box.right + 1;
}"""


def test_who_watches_has_no_seat_to_come_back_to_and_a_long_name_keeps_its_beginning(person: NewPerson) -> None:
    ada, eve = person(), person("phone")
    ada.go()
    ask(ada, "/guest", name="محمد بن عبد الله الطويل")  # read from the right
    bots = [None, "cabin-boy", "cabin-boy", "cabin-boy"]
    table = ask(ada, "/tables", game="sea-change", seats=4, bots=bots, start=True)["id"]
    ada.go(f"/t/{table}")
    eve.go(f"/t/{table}")
    for one in (ada, eve):
        one.see(".frame")
    name = eve.see("[data-place=seat-0] .text")
    assert name.evaluate("(name) => name.scrollWidth > name.clientWidth"), "it does not fit"
    assert name.evaluate(FIRST_LETTER)
    for one, stays in (ada, 1), (eve, 0):
        one.page.keyboard.press("m")
        one.see("dialog[open] a:has-text('Leave the table')")
        expect(one.page.get_by_text("Your seat stays yours")).to_have_count(stays)
        expect(one.page.get_by_text("the table waits")).to_have_count(0)  # nobody waits for readers

"""A duplicate as people meet it: two tables, one link, nothing of the other before both are over, and then the difference."""

from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.test_deals import GAME, fits, play_out
from tests.web.test_tables import faults


def test_two_sides_play_the_same_cards_at_two_tables(person: NewPerson) -> None:
    ada, bob = person(), person("phone", language="fr")
    ada.go()
    ada.page.locator(f"article:has(a[href='#/learn/{GAME}']) [data-act=invite]").click()
    sheet = ada.page.locator("dialog[open]")
    sheet.locator("[data-choice=seats] label:has(span:text-is('2'))").click()
    sheet.locator("select:has(option[value=cabin-boy])").select_option("cabin-boy")
    ada.see("dialog[open] [data-act=duplicate]").click()
    ada.see("dialog[open] input[name=name]").fill("Ada")
    ada.page.keyboard.press("Enter")

    # Both tables are before her, and whoever follows her link sits down at either.
    expect(ada.see("[data-pair='1'] li.mine")).to_contain_text("Side A")
    expect(ada.page.locator("[data-act=start]")).to_be_disabled()
    own = ada.page.url
    bob.go(f"/t/{own.rpartition('/')[2]}")
    bob.see("[data-pair='2'] [data-act=sit]").click()
    bob.see("dialog[open] input[name=name]").fill("Bob")
    bob.page.keyboard.press("Enter")
    expect(bob.see("[data-pair='2'] li.mine")).to_contain_text("Camp B")
    assert bob.page.url != own
    assert fits(bob)
    assert faults(bob) == []
    bob.go(own.removeprefix(ada.url))  # the link again leads to his table
    bob.see("[data-pair='2'] li.mine")
    expect(ada.see("[data-pair='2']")).to_contain_text("Bob")
    ada.see("[data-act=start]").click()
    ada.see("[data-move]")
    bob.see("[data-move]")

    # Her table is over, his isn't.
    play_out(ada)
    ada.see("[data-act=result]").click()
    expect(ada.see("[data-result]")).to_contain_text("once the other one has")
    expect(ada.page.locator("[data-pair='1'] li.you")).to_have_text("You Side A")
    expect(ada.page.locator("[data-act=compare], [data-act=again], [data-totals]")).to_have_count(0)
    deal = ada.page.url.removeprefix(ada.url)

    # Both are: the difference, side by side where they part, and another one.
    play_out(bob)
    bob.see("[data-act=result]").click()
    expect(bob.see("[data-totals]")).to_contain_text("camp A")
    assert fits(bob)
    assert faults(bob) == []
    ada.go(deal)
    ada.see("[data-totals]")
    ada.see("[data-act=compare]").click()
    expect(ada.page.locator("[data-side]")).to_have_count(2)
    expect(ada.page.locator("[data-compare]")).to_contain_text("Table 2")
    bob.see("[data-act=again]").click()
    expect(bob.see("[data-pair='1'] li.mine")).to_contain_text("Camp B")
    ada.go()
    expect(ada.see("[data-your-deals]")).to_contain_text("duplicate")

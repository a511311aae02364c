"""What the table does for those who play at it: who is ahead, what was done last, fewer clicks, the cards and the rules at hand."""

from tests.web.conftest import NewPerson

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

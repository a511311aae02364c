"""Notifications on a device: switched on by a click, sent by the server when no page is open; what becomes of them, see worker.test.ts."""

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.server.harness import Served, served
from tests.server.pushing import Device, Push, PushService, push_service
from tests.web.conftest import SIZES
from tests.web.person import PATIENCE, Person
from tests.web.test_people import ask, at_a_table

# A browser asks its maker's push service for an address; here it gets one of the test's own. A window that keeps nothing can't be
# given the permission to notify either, so that is said for it.
SUBSCRIBED = """(subscription) => {
  let permission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => {
    if (!navigator.userActivation.isActive) throw new Error('nobody has clicked');
    return (permission = 'granted');
  };
  let known = null;
  const made = () => ({
    endpoint: subscription.endpoint,
    options: { applicationServerKey: window.expectedKey },
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: subscription.key, auth: subscription.auth } }),
    unsubscribe: async () => ((known = null), true),
  });
  PushManager.prototype.getSubscription = async () => known;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly) throw new Error('silent');
    window.expectedKey = applicationServerKey.buffer;
    return (known = made());
  };
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def notifying(built: None, service: PushService) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder, served("--push-service", service.origin, data=Path(folder)) as running:
        yield running


def somebody(browser: Browser, server: Served, size: str, language: str) -> tuple[Person, BrowserContext]:
    context = browser.new_context(viewport=SIZES[size], locale="fr-FR" if language == "fr" else "en-GB")
    return Person(context, server.url), context


def test_a_turn_reaches_a_device_on_which_no_page_is_open(browser: Browser, notifying: Served, service: PushService) -> None:
    (ada, _), (bob, context) = somebody(browser, notifying, "desktop", "en"), somebody(browser, notifying, "phone", "fr")
    device = Device(service.origin)
    context.add_init_script(f"({SUBSCRIBED})({json.dumps(device.subscription)})")
    table = at_a_table([ada, bob])
    if ada.page.locator("[data-move]").count() == 0:  # let it be Ada's turn
        bob.play_on(1)
        ada.see("[data-move]")

    bob.go("/#/settings")
    switch = bob.page.get_by_label("avertir sur cet appareil")
    assert not switch.is_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(bob.page.locator("label", has=switch).locator("small")).to_contain_text("est pas ouverte")
    bob.page.wait_for_function("() => window.expectedKey !== undefined")

    pushes: list[Push] = []
    while not pushes:  # whoever takes a trick goes on
        ada.play_on(1)
        end = time.monotonic() + PATIENCE
        while not pushes and not ada.may_act:
            assert time.monotonic() < end, "nobody was told"
            pushes = service.all_of(device.path, within=1)
    told = device.read(pushes[0])
    assert (told["kind"], told["table"], told["body"]) == ("turn", table, "Sea Change")

    bob.go(f"/t/{table}")
    bob.see("[data-move]")
    bob.page.keyboard.press("m")
    bob.page.get_by_role("button", name="avertir à cette table").click()
    bob.page.wait_for_function("async (id) => !(await (await fetch(`/api/tables/${id}`)).json()).you.notify", arg=table)
    for one in (ada, bob):
        one.page.context.close()
        assert one.troubles == []


def test_where_it_is_not_possible_the_switch_says_why(browser: Browser, notifying: Served) -> None:
    one, context = somebody(browser, notifying, "phone", "en")
    context.add_init_script("delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })")
    one.go("/#/settings")
    switch = one.page.get_by_label("Notify me on this device")
    expect(switch).to_be_disabled()
    expect(one.page.locator("label", has=switch)).to_contain_text("Home Screen")
    context.close()
    one, context = somebody(browser, notifying, "desktop", "en")
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    one.go("/#/settings")
    expect(one.page.locator("label", has=one.page.get_by_label("Notify me on this device"))).to_contain_text("https")
    assert ask(one, "/push/stop")["error"]["key"] == "guest.needed"
    context.close()

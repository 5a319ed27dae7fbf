import type { Locator, Page } from '@playwright/test';
import { CHAT_LINKS } from '#content/brand.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { DESK, expectAccessible, PHONE } from '../support/accessible.ts';
import { Keyboard } from '../support/keyboard.ts';
import { holdBack, SCRIPTS } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page) => page.getByTestId('chat-button');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Chat with Tuesday AI' });

test('comes 2 seconds after the load, and not again with each page', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.clock.install({ time: '2026-03-03T05:42:00Z' });
  await page.clock.pauseAt('2026-03-03T05:43:00Z');
  // Asked for by the same effects that start the chat's clock.
  const started = page.waitForResponse(`**${ACCOUNT_API.session}`);
  await page.goto(PAGES.home);
  await started;
  expect(requested.filter((path) => path.startsWith('/assets/chat-'))).toEqual([]);
  await page.clock.runFor(1_900);
  const isTheChats = (path: string) => path.startsWith('/assets/chat-');
  const kinds = () => requested.filter(isTheChats).map((path) => path.slice(path.lastIndexOf('.')));
  await expect.poll(() => kinds().sort()).toEqual(['.css', '.js']);
  await expect(button(page)).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(button(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Our Story' }).click();
  await expect(page).toHaveURL(PAGES.story);
  await expect(button(page)).toBeVisible();
});

test('nothing of it is in the static page', async ({ page }) => {
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('.chat')).toHaveCount(0);
  await letScripts();
  await expect(button(page)).toBeVisible();
});

test('says what the spec says, and leads where it should', async ({ page }) => {
  await open(page);
  await expect(panel(page)).toContainText('Tuesday AI coming soon!');
  await expect(panel(page)).toContainText('company representative');
  await expect(panel(page)).toContainText('general questions about Tuesday AI Labs');
  await expect(panel(page)).toContainText('specific query');
  const links = panel(page).getByRole('link');
  await expect(links).toHaveCount(3);
  for (const [index, { label, href }] of CHAT_LINKS.entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAccessibleName(`${label} (opens in a new tab)`);
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});

test('opens and closes by its button, its cross, a press outside and Escape', async ({ page }) => {
  await open(page);
  await expect(panel(page)).toBeFocused();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
  await button(page).click();
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false');

  await button(page).click();
  await panel(page).getByRole('button', { name: 'Close the chat' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toBeFocused();

  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click({ position: { x: 4, y: 4 } });
  await expect(panel(page)).toBeHidden();
});

test('can be dragged, and stays where it was put', async ({ page }) => {
  await page.goto(PAGES.home);
  const before = await boxOf(button(page));
  await page.mouse.move(before.x + 20, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x - 180, before.y - 280, { steps: 6 });
  await page.mouse.up();
  const after = await expectMoved(page, before, -200, -300);
  await expect(panel(page)).toBeHidden();

  // A press that trembles is a press.
  await page.mouse.move(after.x + 20, after.y + 20);
  await page.mouse.down();
  await page.mouse.move(after.x + 23, after.y + 22);
  await page.mouse.up();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await expectMoved(page, before, -200, -300);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(PAGES.about);
  await expectMoved(page, before, -200, -300);
});

test('cannot be dragged off the screen, and stays on it when the window shrinks', async ({ page }) => {
  await page.goto(PAGES.home);
  const { x, y } = await boxOf(button(page));
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 900, y + 900, { steps: 4 });
  await page.mouse.up();
  await expect(button(page)).toBeInViewport({ ratio: 1 });
  for (const size of [PHONE, { width: 320, height: 480 }, { width: 320, height: 256 }, DESK]) {
    await page.setViewportSize(size);
    await expect(button(page)).toBeInViewport({ ratio: 1 });
    await button(page).click();
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    await panel(page).getByRole('button', { name: 'Move to the other side' }).click();
    await expect(button(page)).toBeInViewport({ ratio: 1 });
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  }
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('can be pressed, and dragged', async ({ page }) => {
    await page.goto(PAGES.home);
    await button(page).tap();
    await expect(panel(page)).toBeVisible();
    await button(page).tap();
    await expect(panel(page)).toBeHidden();
    const before = await boxOf(button(page));
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', before.x + 20, before.y + 20);
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', before.x + 20 - 150 * part, before.y + 20 - 240 * part);
    await touch('touchEnd');
    await expectMoved(page, before, -150, -240);
    expect(await page.evaluate(() => scrollY), 'the page does not scroll along').toBe(0);
    await expect(panel(page)).toBeHidden();
  });
});

test('can be moved with the arrow keys, and to the other side without dragging', async ({ page }) => {
  await page.goto(PAGES.home);
  const before = await boxOf(button(page));
  await button(page).focus();
  await expect(button(page)).toHaveAccessibleDescription(/arrow keys/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expectMoved(page, before, -24, -24);
  await page.keyboard.press('Shift+ArrowUp');
  await expectMoved(page, before, -24, -144);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expectMoved(page, before, 0, -144);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'Move to the other side' }).click();
  await expect.poll(async () => (await boxOf(button(page))).x).toBeLessThan(40);
  await page.reload();
  await expect.poll(async () => (await boxOf(button(page))).x).toBeLessThan(40);
});

for (const size of [PHONE, { width: 320, height: 480 }]) {
  test(`covers no link that has the focus, ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(PAGES.home);
    await button(page).waitFor();
    const keys = new Keyboard(page);
    const links = page.getByRole('contentinfo').getByRole('link');
    await links.first().focus();
    for (let stop = 1; stop < (await links.count()); stop++) {
      await keys.press('Tab');
      await keys.expectFocusShows();
      await expect.poll(() => overlap(page)).toBe(false);
    }
    // In the middle of its way too, where links pass on both sides.
    await button(page).focus();
    for (let step = 0; step < 3; step++) await keys.press('Shift+ArrowLeft');
    for (let stop = 0; stop < (await links.count()); stop++) {
      await keys.press('Shift+Tab');
      await keys.expectFocusShows();
      await expect.poll(() => overlap(page)).toBe(false);
    }
  });
}

test('the panel closes for what is focused behind it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page);
  const keys = new Keyboard(page);
  await keys.press('Shift+Tab');
  await expect(button(page)).toBeFocused();
  await keys.press('Shift+Tab');
  await keys.expectFocusShows();
  await expect.poll(() => overlap(page)).toBe(false);
});

test('the last links can be scrolled clear of it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  await button(page).waitFor();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const { y } = await boxOf(button(page));
  for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
    const box = await boxOf(link);
    expect(box.y + box.height).toBeLessThanOrEqual(y);
  }
});

test('is out of reach behind the open menu', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.home);
  await button(page).waitFor();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(button(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeVisible();
});

test('is accessible, open and closed, and not printed', async ({ page }) => {
  await page.goto(PAGES.home);
  await button(page).waitFor();
  await expectAccessible(page, 'chat closed');
  await button(page).click();
  await expectAccessible(page, 'chat open');
  await page.emulateMedia({ media: 'print' });
  await expect(button(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole('link')).toHaveCount(3);
});

test('works where nothing can be stored', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto(PAGES.comingSoon);
  const before = await boxOf(button(page));
  await button(page).press('ArrowUp');
  await expectMoved(page, before, 0, -24);
});

async function open(page: Page): Promise<void> {
  await page.goto(PAGES.home);
  await button(page).click();
  await expect(panel(page)).toBeVisible();
}

/** Where the page lays it out, when it has settled. */
async function boxOf(target: Locator) {
  await target.evaluate((element) =>
    Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  );
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not there.`);
  return box;
}

/** The button has come as far from `before` as it should, within three pixels; answers where it is. */
async function expectMoved(page: Page, before: { x: number; y: number }, right: number, down: number) {
  await button(page).waitFor();
  // A pointer on the button makes it grow.
  await page.mouse.move(1, 1);
  await expect
    .poll(async () => {
      const { x, y } = await boxOf(button(page));
      return Math.hypot(x - before.x - right, y - before.y - down);
    })
    .toBeLessThanOrEqual(3);
  return boxOf(button(page));
}

/** Whether the chat's button or panel lies over what has the focus, in any part. */
function overlap(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement?.getBoundingClientRect();
    const parts = [...document.querySelectorAll('.chat-button, .chat-panel')];
    if (!focused || parts.some((part) => part.contains(document.activeElement))) return false;
    return parts
      .map((part) => part.getBoundingClientRect())
      .some(
        (part) =>
          part.left < focused.right &&
          focused.left < part.right &&
          part.top < focused.bottom &&
          focused.top < part.bottom,
      );
  });
}

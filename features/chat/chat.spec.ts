import type { Locator, Page } from '@playwright/test';
import { CHAT, CHAT_LINKS } from '#content/features/chat.ts';
import { HOME } from '#content/home.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRICING } from '#content/pricing.ts';
import { CONTROL_WORDS } from '#content/shell.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { enlargeText, expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { arriveSignedIn, profileForm } from '#e2e/support/account.ts';
import { Keyboard } from '#e2e/support/assistive.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';

const button = (page: Page) => page.getByTestId('chat-button');
const panel = (page: Page) => page.getByRole('dialog', { name: CHAT.title });

test('the chat button appears after 2 seconds and stays on the next page', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.clock.install({ time: '2026-03-03T05:42:00Z' });
  await page.clock.pauseAt('2026-03-03T05:43:00Z');
  // Waits for the session request, because the effects that send it also start the timer of the chat.
  const started = page.waitForResponse(`**${ACCOUNT_API.session}`);
  const answer = await page.goto(PAGES.home);
  await started;
  expect(await answer?.text(), 'nothing of it is in the static page').not.toContain('class="chat');
  expect(requested.filter((path) => path.startsWith('/assets/chat-'))).toEqual([]);
  await page.clock.runFor(1_900);
  const isTheChats = (path: string) => path.startsWith('/assets/chat-');
  const kinds = () => requested.filter(isTheChats).map((path) => path.slice(path.lastIndexOf('.')));
  await expect.poll(() => kinds().sort()).toEqual(['.css', '.js']);
  await expect(button(page)).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(button(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: HOME.hero.storyButton }).click();
  await expect(page).toHaveURL(PAGES.story);
  await expect(button(page)).toBeVisible();
});

test('[P-022] the chat panel shows text and links, closes in four ways and sends no request', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.goto(PAGES.home);
  await button(page).waitFor();
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/assets/')) asked.push(request.url());
  });
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  for (const words of [CHAT.line, CHAT.note]) await expect(panel(page)).toContainText(words);
  const links = panel(page).getByRole('link');
  await expect(links).toHaveCount(CHAT_LINKS.length);
  for (const [index, { label, href }] of CHAT_LINKS.entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAccessibleName(`${label} ${CONTROL_WORDS.newTab}`);
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
  await expect(panel(page)).toBeFocused();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'chat open', '.chat');
  await page.emulateMedia({ media: 'print' });
  await expect(button(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await button(page).click();
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false');

  for (const close of [
    () => panel(page).getByRole('button', { name: CHAT.close }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await button(page).press('Enter');
    await expect(panel(page)).toBeFocused();
    await close();
    await expect(panel(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
  }
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click({ position: { x: 4, y: 4 } });
  await expect(panel(page)).toBeHidden();
  expect(asked).toEqual([]);
});

test('the chat button can be moved, and keeps its place on later pages', async ({ page }) => {
  await page.goto(PAGES.home);
  const before = await boxOf(button(page));
  await page.mouse.move(before.x + 20, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x - 180, before.y - 280, { steps: 6 });
  await page.mouse.up();
  const after = await expectMoved(page, before, -200, -300);
  await expect(panel(page)).toBeHidden();

  // A press with a movement of a few pixels still counts as a click.
  await page.mouse.move(after.x + 20, after.y + 20);
  await page.mouse.down();
  await page.mouse.move(after.x + 23, after.y + 22);
  await page.mouse.up();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await expectMoved(page, before, -200, -300);
  await page.getByRole('banner').locator(`a[href="${PAGES.about}"]`).click();
  await expect(page).toHaveURL(PAGES.about);
  await expectMoved(page, before, -200, -300);

  await button(page).focus();
  await expect(button(page)).toHaveAccessibleDescription(/arrow keys/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await expectMoved(page, before, -224, -420);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: CHAT.otherSide }).click();
  await expect.poll(async () => (await boxOf(button(page))).x).toBeLessThan(300);
});

test('the chat covers neither the focused element nor the last links of a page', async ({ page }) => {
  await page.goto(PAGES.pricing);
  await button(page).waitFor();
  // The visible part of this radio button is its label.
  const yearly = page.getByRole('radio', { name: PRICING.period.year });
  await yearly.evaluate((radio) => scrollBy(0, radio.getBoundingClientRect().bottom - innerHeight));
  expect(await overlap(page, yearly), 'before the focus').toBe(true);
  await yearly.evaluate((radio) => radio.focus({ preventScroll: true }));
  await expect.poll(() => overlap(page, yearly)).toBe(false);

  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(PAGES.comingSoon);
  await button(page).waitFor();
  await expectLastLinksClear(page);
  const keys = new Keyboard(page);
  const links = page.getByRole('contentinfo').getByRole('link');
  await links.first().focus();
  for (let stop = 1; stop < (await links.count()); stop++) {
    await keys.press('Tab');
    await keys.expectFocusShows();
    await expect.poll(() => overlap(page)).toBe(false);
  }
  await page.setViewportSize(PHONE);
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await keys.press('Shift+Tab');
  await expect(button(page)).toBeFocused();
  await keys.press('Shift+Tab');
  await keys.expectFocusShows();
  await expect.poll(() => overlap(page)).toBe(false);
});

test('with large text, the chat button stays above the button that saves the profile', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await arriveSignedIn(page, uniqueAddress());
  const { about, edit, save } = profileForm(page);
  await edit.click();
  await about.fill('Up before the sun.');
  await enlargeText(page, '200%');
  await button(page).waitFor();
  await expect
    .poll(async () => bottomOf(await boxOf(button(page))) - (await boxOf(save)).y)
    .toBeLessThanOrEqual(0);
});

async function expectLastLinksClear(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const { y } = await boxOf(button(page));
  for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
    expect(bottomOf(await boxOf(link))).toBeLessThanOrEqual(y);
  }
}

const bottomOf = ({ y, height }: { y: number; height: number }) => y + height;

async function boxOf(target: Locator) {
  await target.evaluate((element) =>
    Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  );
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not there.`);
  return box;
}

async function expectMoved(page: Page, before: { x: number; y: number }, right: number, down: number) {
  await button(page).waitFor();
  // Moves the pointer off the button, which grows under a pointer.
  await page.mouse.move(1, 1);
  await expect
    .poll(async () => {
      const { x, y } = await boxOf(button(page));
      return Math.hypot(x - before.x - right, y - before.y - down);
    })
    .toBeLessThanOrEqual(3);
  return boxOf(button(page));
}

/** True if the chat's button or panel covers a part of an element, or of the label around it. */
function overlap(page: Page, of: Locator = page.locator(':focus')): Promise<boolean> {
  return of.evaluate((element) => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const parts = [...document.querySelectorAll('.chat-button, .chat-panel')];
    if (parts.some((part) => part.contains(element))) return false;
    return parts
      .map((part) => part.getBoundingClientRect())
      .some(
        (part) =>
          part.left < box.right && box.left < part.right && part.top < box.bottom && box.top < part.bottom,
      );
  });
}

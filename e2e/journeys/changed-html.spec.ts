import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { createPanel, signInPanel } from '#e2e/support/account.ts';
import { holdBack, SCRIPTS } from '#e2e/support/loading.ts';
import { expectNothingLost, fillIn, newLetter } from '#e2e/support/message-forms.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Imitates a password manager, which adds an element beside each field. */
const besideFields = () => {
  for (const field of document.querySelectorAll('input, textarea')) {
    if (field.nextElementSibling?.hasAttribute('data-beside')) continue;
    const icon = document.createElement('div');
    icon.setAttribute('data-beside', '');
    field.after(icon);
  }
};

/** Imitates a translator, which wraps each text in two elements and replaces the words. */
const translate = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    if (!text.textContent?.trim() || text.parentElement?.closest('script, style, font')) continue;
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
    inner.append(`«${text.textContent}»`);
  }
  document.documentElement.lang = 'de';
  document.documentElement.classList.add('translated-ltr');
};

/** Imitates a dark-mode extension, which adds attributes to all elements. */
const darken = () => {
  document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
  for (const element of document.querySelectorAll('main *'))
    element.setAttribute('data-darkreader-inline-color', '');
};

const hydrated = (page: Page) => page.waitForFunction(() => Reflect.get(window, 'earlyClick') === null);

/** Opens a page, runs `type`, and then changes the HTML as a password manager does, once or whenever scripts change it. */
async function openChanged(page: Page, path: string, when: 'once' | 'always', type: () => Promise<void>) {
  const letThrough = await holdBack(page, when === 'once' ? SCRIPTS : /\/assets\/entry\.client-.+\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await type();
  await page.evaluate(besideFields);
  if (when === 'always')
    await page.evaluate(
      `new MutationObserver(${besideFields.toString()}).observe(document, { childList: true, subtree: true });`,
    );
  await letThrough();
  await hydrated(page);
}

test('if a password manager changes the page, there is no error and no typed text is lost', async ({
  page,
}) => {
  const letter = newLetter();
  await openChanged(page, PAGES.contact, 'always', () => fillIn(page, letter));
  await expectNothingLost(page, letter);
  // Waits for the draft, because the page stores it only after it has confirmed who is signed in.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts'))).toContain(letter.email);
  await page.reload();
  await hydrated(page);
  await expectNothingLost(page, letter);
});

test('a password typed on a page that a browser extension changed stays masked, and is not stored in the browser', async ({
  page,
}) => {
  await openChanged(page, PAGES.auth, 'once', async () => {
    await signInPanel(page).locator('[name="email"]').fill('asha@example.com');
    await signInPanel(page).locator('[name="rememberDevice"]').check();
    await signInPanel(page).locator('[name="password"]').fill('dawn over kanpur');
  });
  const password = signInPanel(page).locator('[name="password"]');
  await expect(signInPanel(page).locator('[name="email"]')).toHaveValue('asha@example.com');
  await expect(signInPanel(page).locator('[name="rememberDevice"]')).toBeChecked();
  await expect(password).toHaveValue('dawn over kanpur');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'kanpur',
  );
});

test('if a browser extension changed the page, early clicks take effect and the theme stays', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await openChanged(page, `${PAGES.auth}?view=create`, 'once', async () => {
    await createPanel(page).getByRole('button').last().click();
  });
  await expect(signInPanel(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a page changed by a translator and a dark-mode extension works without errors', async ({ page }) => {
  const letThrough = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.contact, { waitUntil: 'commit' });
  const form = page.getByRole('main').locator('form').first();
  await form.waitFor();
  await page.evaluate(darken);
  await page.evaluate(translate);
  await letThrough();
  await hydrated(page);
  await page.evaluate(translate);
  await form.locator('textarea').fill('Up before the sun.');
  await form.locator('[type="submit"]').click();
  await page.evaluate(translate);
  await form.locator('[name="name"]').fill('Asha');
  await form.locator('[type="submit"]').click();
  await expect(form.locator('[name="email"]')).toBeFocused();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL(PAGES.home);
});

import type { Page } from '@playwright/test';
import { DO_NOT_COUNT_WORDS } from '#content/features/analytics.ts';
import { PAGES } from '#content/page-paths.ts';
import { CROSSWISE, expectAccessible } from '#e2e/support/accessible.ts';
import { invitationTo, joinConsole, newColleague } from '#e2e/support/console.ts';
import { openAtRest } from '#e2e/support/loading.ts';
import { PUBLIC_PAGES } from '#e2e/support/routes.ts';
import { expect, test } from '#e2e/support/test.ts';
import { EVENTS, METRICS, VISITS_VIEW } from '#features/analytics/contract.ts';

/** Makes an assertion fail at once, so that the enclosing `toPass` reloads the page and tries again. */
const NOW = { timeout: 1 };
const isReporter = (path: string) => /\/assets\/report-visit-/.test(path);
test('[P-137] a visit is counted without storing anything in the browser', { tag: '@whole-browser' }, async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  test.slow();
  // The console refuses some requests until the operator has signed in. The browser logs each as an error.
  expectTrouble(/status of 40[13]/);
  const sent = watchRequests(page);
  await open(page, PAGES.story);
  await page.getByRole('contentinfo').locator(`a[href="${PAGES.vision}"]`).first().click();
  await expect(page).toHaveTitle(titleOf(PAGES.vision));
  // The browser measures an interaction (INP) when its result is painted. Without this wait there would be no INP.
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    new PerformanceObserver(() => resolve()).observe({ type: 'first-input', buffered: true });
    await promise;
    // The web-vitals library gets the entry before this observer, but processes it only when the page is idle.
    await new Promise((resolveIdle) => requestIdleCallback(resolveIdle));
  });
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle(titleOf(PAGES.story));
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  expect(sent.events(), 'nothing before the page is left').toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await storedNames(page), 'nothing is kept, for this or anything else').toEqual([]);
  await page.goto('about:blank');

  const analyst = await newVisitor();
  const colleague = await newColleague(analyst, 'analyst');
  await joinConsole(analyst, await invitationTo(colleague, 'analyst'));
  const row = (path: string) =>
    analyst.getByRole('row').filter({ has: analyst.getByRole('rowheader', { name: path, exact: true }) });
  // Only this visit is counted, because other tests' browsers count as robots. The last web vitals arrive seconds later.
  await expect(async () => {
    await analyst.goto(VISITS_VIEW);
    for (const cell of await row(PAGES.story).locator('.vital').all())
      await expect(cell, 'a value and how good it is').toHaveText(/^\S+( m?s)? (good|needs work|poor)$/, NOW);
    await expect(row(PAGES.story).locator('.vital'), 'each vital').toHaveCount(METRICS.length, NOW);
  }).toPass({ timeout: 120_000 });
  await expect(row(PAGES.story).getByRole('cell').first(), 'views').toHaveText(/^([2-9]|\d\d+)$/);
  await expect(row(PAGES.vision).getByRole('cell').first(), 'views').toHaveText(/^[1-9]\d*$/);
  const unmeasured = row(PAGES.vision).getByLabel('not measured');
  await expect(unmeasured, 'vitals belong to the page that was loaded').toHaveCount(METRICS.length);
  await analyst.getByText('The same as a table').click();
  await expectAccessible(analyst, 'visits', 'main', CROSSWISE);
});

test('[P-045] a visitor who ticks “do not count me” is not counted', { tag: '@whole-browser' }, async ({
  page,
}) => {
  const requests = watchRequests(page);
  await open(page, PAGES.privacy);
  const box = page.getByRole('checkbox', { name: DO_NOT_COUNT_WORDS.label });
  await box.press('Space');
  await expect(box).toBeChecked();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  const before = requests.all().length;
  await openAtRest(page, PAGES.features);
  await openAtRest(page, PAGES.privacy);
  expect(requests.all().slice(before).filter(isReporter)).toEqual([]);
  expect(requests.events()).toEqual([]);
  await expect(box).toBeChecked();
  await expect(box).toBeEnabled();
  await box.press('Space');
  await expect(box).not.toBeChecked();
  await open(page, PAGES.features);
});

async function open(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse((response) => isReporter(new URL(response.url()).pathname));
  await page.goto(path);
  await page.evaluate(async (code) => {
    await import(code);
    // The page has imported this file before. One task later, the page’s code that waited for that import has run too.
    await new Promise((resolve) => setTimeout(resolve));
  }, (await loaded).url());
}

const titleOf = (path: string) => PUBLIC_PAGES.find((page) => page.path === path)?.title ?? '';

function watchRequests(page: Page) {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return { all: () => paths, events: () => paths.filter((path) => path === EVENTS) };
}

/** Names of everything that the page stored in the browser. */
function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => String(name)),
    ...(await caches.keys()),
  ]);
}

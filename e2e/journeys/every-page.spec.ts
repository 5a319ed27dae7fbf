import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PUBLIC_PAGES } from '#e2e/support/routes.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ javaScriptEnabled: false });

test('each page names itself, is marked in the menus, ends with something to do next, keeps the gradient of the dawn for the action to take, and is no wider than the room beside a scrollbar', {
  tag: '@whole-browser',
}, async ({ page }) => {
  // Thirty pages.
  test.slow();
  const main = page.getByRole('main');
  for (const { path } of PUBLIC_PAGES) {
    await page.goto(path);
    const { widths, dawns } = await page.evaluate(measure);
    expect(widths.clientWidth, 'the scrollbar takes room').toBeLessThan(widths.window);
    expect.soft(widths.scrollWidth, path).toBe(widths.clientWidth);
    expect.soft(dawns, path).toEqual([]);
    const listed = SITE_PAGES.find((one) => one.path === path && path !== PAGES.home);
    if (listed === undefined) continue;
    await expect
      .soft(main.getByRole('heading', { level: 1 }), path)
      .toHaveText(new RegExp(`^${listed.title}: \\S`));
    const marked = page.getByRole('link', { includeHidden: true }).and(page.locator('[aria-current="page"]'));
    const paths = await marked.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect.soft([...new Set(paths)], path).toEqual(Object.keys(listed.menus ?? {}).length > 0 ? [path] : []);
    const sections = main.getByRole('region').or(main.getByRole('navigation'));
    const ways = sections.last().getByRole('link').or(sections.last().getByRole('button'));
    await expect.soft(ways.first(), `${path}: what to do next`).toBeVisible();
  }
  await page.goto(PAGES.contactThanks);
  const contact = page.getByRole('contentinfo').locator(`a[href="${PAGES.contact}"]`);
  await expect(contact).toHaveAttribute('aria-current', 'true');
});

/** Runs in the page: its widths, and what has the gradient of the dawn and is no action to take. */
function measure() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const probe = document.createElement('i');
  probe.style.backgroundImage = 'var(--dawn)';
  document.body.append(probe);
  const dawn = getComputedStyle(probe).backgroundImage;
  probe.remove();
  const hasDawn = (element: Element) =>
    [undefined, '::before', '::after'].some((part) => {
      const { backgroundImage, borderImageSource } = getComputedStyle(element, part);
      return [backgroundImage, borderImageSource].some((image) => image.includes(dawn));
    });
  const dawns = [...document.querySelectorAll('body *')]
    .filter((element) => hasDawn(element) && !element.matches('.button-dawn:enabled, a.button-dawn'))
    .map((element) => element.outerHTML.slice(0, 80));
  return { widths: { scrollWidth, clientWidth, window: innerWidth }, dawns };
}

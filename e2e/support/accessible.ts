import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 } as const;
export const DESK = { width: 1440, height: 900 } as const;
/** The narrowest screen of WCAG 1.4.10; also what 1280 pixels are at a zoom of 400 %. */
const NARROWEST = { width: 320, height: 640 } as const;

type Looks = {
  readonly sizes?: readonly (typeof PHONE | typeof DESK)[];
  /** None where the state itself decides on the theme. */
  readonly themes?: readonly ('dark' | 'light')[];
};

/**
 * Whatever the page shows now is accessible in both themes, on a phone and on a desk: one visible first heading,
 * nothing for axe to find, nothing to press that is smaller than 24 pixels, nothing wider than the screen. Leaves the page at its size and in the last theme.
 *
 * With `E2E_PICTURES` in the environment, a picture of each look goes into that folder.
 *
 * @param state what is looked at, for the messages
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { sizes = [PHONE, DESK], themes = ['dark', 'light'] }: Looks = {},
): Promise<void> {
  const before = page.viewportSize() ?? DESK;
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    for (const size of sizes)
      await expectLookAccessible(page, size, `${state}, ${colorScheme}, ${size.width}`);
  }
  if (themes.length === 0)
    for (const size of sizes) await expectLookAccessible(page, size, `${state}, ${size.width}`);
  await page.setViewportSize(NARROWEST);
  await expectNothingWider(page, `${state}, ${NARROWEST.width}`);
  await page.setViewportSize(before);
}

async function expectLookAccessible(page: Page, size: typeof PHONE | typeof DESK, look: string) {
  await page.setViewportSize(size);
  // An open dialog or menu hides the rest of the page, the heading included.
  await expect(page.locator('h1:visible'), `${look}: one first heading`).toHaveCount(1);
  if (process.env.E2E_PICTURES)
    await page.screenshot({ path: `${process.env.E2E_PICTURES}/${look.replaceAll(/[^\w]+/g, '-')}.png` });
  const { violations } = await new AxeBuilder({ page })
    // Without the detour over a blank page that frames from other sites would need.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
  expect.soft(found, `${look}: axe finds nothing`).toEqual([]);
  expect.soft(await page.evaluate(findSmallTargets), `${look}: targets of 24 pixels`).toEqual([]);
  await expectNothingWider(page, look);
}

/** Runs in the page. WCAG 2.5.8 without its exception for lonely targets; links within a sentence are exempt. */
function findSmallTargets(): string[] {
  const least = 24;
  const isSmall = ({ width, height }: DOMRect) => width < least || height < least;
  const isInSentence = (element: Element) => {
    const around = element.closest('p, li, dd, td, figcaption, label')?.textContent.trim() ?? '';
    const own = element.textContent.trim();
    return getComputedStyle(element).display === 'inline' && around.length > own.length + 2;
  };
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.matches('.skip-link, .unseen, [tabindex="-1"]'))
    .filter((element) => isSmall(element.getBoundingClientRect()) && !isInSentence(element))
    .filter((element) => {
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
      return labels.every((label) => isSmall(label.getBoundingClientRect()));
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return `${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 100)}`;
    });
}

/** Waits a moment: right after a change of size, lengths in `vw` may still be those of the size before. */
async function expectNothingWider(page: Page, look: string): Promise<void> {
  const sticksOut = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth)
        .map(
          (element) =>
            `${element.tagName}.${element.getAttribute('class')}: ${element.getBoundingClientRect().right} of ${clientWidth}`,
        );
    });
  await expect
    .configure({ soft: true })
    .poll(sticksOut, { message: `${look}: no scrolling sideways`, timeout: 2_000 })
    .toEqual([]);
}

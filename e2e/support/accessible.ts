import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults } from 'axe-core';

/** The minified build of axe, because the browser must compile axe in each checked document. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export const PHONE = { width: 390, height: 844 } as const;
/** Playwright's default size, which most tests use. */
export const DESK = { width: 1280, height: 720 } as const;
/** The narrowest screen that WCAG 1.4.10 requires, which is also 1280 pixels at a zoom of 400 %. */
const NARROWEST = { width: 320, height: 640 } as const;

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The axe rules whose result depends on size or theme. Names, roles and order of elements do not depend on them. */
const BY_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

type Size = { readonly width: number; readonly height: number };
type Theme = 'dark' | 'light';
/** How a page is shown for a check. */
type Look = { readonly size: Size; readonly theme: Theme };

/** One size and theme is enough for most states, because their parts have colours that are checked in both themes elsewhere. */
const ONCE: readonly Look[] = [{ size: DESK, theme: 'dark' }];
/** Two of the four combinations are enough: colours depend only on the theme, positions only on the size. */
export const CROSSWISE: readonly Look[] = [
  { size: PHONE, theme: 'dark' },
  { size: DESK, theme: 'light' },
];
export const ON_PHONE: readonly Look[] = [{ size: PHONE, theme: 'dark' }];

/**
 * Expects that the page in its present state is accessible in the given looks: one visible h1, no findings of axe, no target
 * smaller than 24 pixels, nothing wider than the screen, even with text at 200 %. Restores the page's size, but not its theme.
 * @param within selects the only part that axe checks, when the rest is checked elsewhere
 */
export async function expectAccessible(
  page: Page,
  state: string,
  within = 'html',
  looks = ONCE,
): Promise<void> {
  const before = page.viewportSize() ?? DESK;
  // Renders all parts: phones render some parts only near the screen, and axe cannot find the colours of the others.
  await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
  await expectFits(page, state);
  for (const look of looks) {
    const name = await lookAt(page, state, look);
    const found = await findByAxe(page, within, look === looks.at(-1) ? ALL_RULES : BY_LOOK);
    expect.soft(found, `${name}: axe finds nothing`).toEqual([]);
    expect.soft(await page.evaluate(findSmallTargets), `${name}: targets of 24 pixels`).toEqual([]);
    await expectNothingWider(page, name);
  }
  await setSize(page, before);
}

/** Expects that the page fits the narrowest screen, and a phone at 200 % text, without broken words. Leaves the phone's size. */
export async function expectFits(page: Page, state: string): Promise<void> {
  await setSize(page, NARROWEST);
  await painted(page);
  await expectNothingWider(page, `${state}, ${NARROWEST.width}`);
  await setSize(page, PHONE);
  await enlargeText(page, '200%');
  await painted(page);
  const name = `${state}, ${PHONE.width}, text at 200 %`;
  await expectNothingWider(page, name);
  expect.soft(await page.evaluate(findBrokenWords), `${name}: no word broken in two`).toEqual([]);
  await enlargeText(page, '');
}

/** Runs in the page. Returns the words that are broken in two. Strings longer than any word of the site may be broken. */
function findBrokenWords(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = new Set<string>();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { parentElement: around, textContent } = text;
    if (!around?.checkVisibility({ visibilityProperty: true })) continue;
    if (around.closest('svg, pre, code, noscript, .sr-only')) continue;
    for (const { 0: word, index } of (textContent ?? '').matchAll(
      /(?<![^\s“(])[\p{L}\p{M}’]{2,18}(?![^\s.,;:!?…”)])/gu,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()]
        .filter(({ width }) => width >= 1)
        .map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) broken.add(`${word} in ${around.localName}.${around.className}`);
    }
  }
  return [...broken];
}

/** Sets the size only if it is different, because Playwright would send the present size to the browser too, and wait. */
async function setSize(page: Page, size: Size): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width !== size.width || height !== size.height) await page.setViewportSize(size);
}

/** Enlarges text as a phone's text setting does, which does not affect media queries (WCAG 1.4.4). */
export async function enlargeText(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // Does not wait on pages made by the server, which have no script that sets `data-theme`.
  if (await page.locator('html[data-theme]').count())
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Applies a size and a theme. Returns their names, for messages. */
async function lookAt(page: Page, state: string, { size, theme }: Look): Promise<string> {
  await setSize(page, size);
  await setTheme(page, theme);
  await painted(page);
  const name = `${state}, ${theme}, ${size.width}`;
  // An open dialog or menu hides the rest of the page, including its heading.
  await expect(page.locator('h1:visible'), `${name}: one first heading`).toHaveCount(1);
  return name;
}

/** Waits until a new size or theme is rendered: even with `prefers-reduced-motion`, transitions take a few frames. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Jumps to the end of each transition instead of waiting for it, because a transition that the browser delays would never end.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
}

/** Returns what axe finds on a page, frames included. axe's own package for Playwright would take twice the time. */
export async function findByAxe(page: Page, within = 'html', rules = ALL_RULES): Promise<readonly string[]> {
  for (const frame of page.frames()) {
    // axe is half a megabyte, so each document loads it only once.
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(AXE);
  }
  return await page.evaluate(
    async ({ selector, runOnly }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      // axe gives no details for rules that pass.
      const resultTypes: ['violations', 'incomplete'] = ['violations', 'incomplete'];
      const { violations, incomplete }: AxeResults = await run(selector, { resultTypes, runOnly });
      const onGradients = incomplete.flatMap(({ id, nodes }) => (id === 'color-contrast' ? nodes : []));
      return [
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
        ),
        ...onGradients.filter(isFaint).map(({ target }) => `faint on a gradient: ${target.join(' ')}`),
      ];

      /** True if words have too little contrast with the gradient behind them. Skips gradients taller than a screen. */
      function isFaint({ target: [words], any: [check] }: AxeResults['incomplete'][0]['nodes'][0]): boolean {
        const element = typeof words === 'string' ? document.querySelector(words) : null;
        const least = Number.parseFloat(check?.data?.expectedContrastRatio);
        let ground = element;
        while (ground && !hasGradient(getComputedStyle(ground))) ground = ground.parentElement;
        if (!element || !ground || !least || ground.clientHeight > innerHeight) return false;
        const colours = getComputedStyle(ground).backgroundImage.match(/[a-z]+\([\d.%/ ,-]+\)/g) ?? [];
        const [own = 0] = luminances([getComputedStyle(element).color]);
        return luminances(colours).some((other) => {
          const [dark = 0, light = 0] = [own, other].sort((one, two) => one - two);
          return (light + 0.05) / (dark + 0.05) < least;
        });
      }

      /** A gradient with a size of its own does not count, because it is a decorative line. */
      function hasGradient({ backgroundImage, backgroundSize }: CSSStyleDeclaration): boolean {
        return backgroundImage.includes('gradient(') && !/\d/.test(backgroundSize);
      }

      /** The relative luminance (WCAG) of each opaque colour, 0 to 1. */
      function luminances(colours: readonly string[]): readonly number[] {
        const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        if (!pen) throw new Error('no canvas');
        return colours.flatMap((colour) => {
          pen.clearRect(0, 0, 1, 1);
          pen.fillStyle = colour;
          pen.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0, opacity] = pen.getImageData(0, 0, 1, 1).data;
          const linear = (part: number) =>
            part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
          return opacity === 255
            ? [0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)]
            : [];
        });
      }
    },
    { selector: within, runOnly: rules },
  );
}

/** Runs in the page. Finds targets too small for WCAG 2.5.8, without its exception for spacing. Links in a sentence are exempt. */
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
    .filter((element) => !element.matches('.skip-link, .sr-only, [tabindex="-1"]'))
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

/**
 * Expects that no element is wider than the screen. Polls, because after a resize lengths in `vw` may briefly be those of
 * the former size. Toasts are checked separately: they are fixed on the screen, where an overflow causes no scrolling.
 */
async function expectNothingWider(page: Page, look: string): Promise<void> {
  const message = `${look}: no scrolling sideways`;
  const softly = expect.configure({ soft: true });
  await softly.poll(() => page.evaluate(findWider), { message }).toEqual([]);
}

function findWider(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return [...document.querySelectorAll(scrollWidth > clientWidth ? 'body *' : '.toaster *')].flatMap(
    (element) => {
      const { right } = element.getBoundingClientRect();
      return right > clientWidth ? `${element.outerHTML.slice(0, 100)}: ${right} of ${clientWidth}` : [];
    },
  );
}

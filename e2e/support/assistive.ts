import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 60;

/** A visitor without a pointer. At each element that Tab reaches, the focus must be visible and not covered. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses Tab (or Shift+Tab) until the target has the focus. Fails when the target is never reached. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await this.press(key);
      const { problem, isThere } = await target.evaluate(lookAtFocus);
      expect(problem, 'the focus is visible').toBe('');
      if (isThere) return;
    }
    throw new Error(`${MOST_STOPS} times ${key} did not lead to ${target}.`);
  }

  async tabToAndPress(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  async tabToAndType(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.type(text);
  }

  /** True if the focus is inside the area, or on the browser's own buttons, which Tab may pass through. */
  isFocusInside(area: Locator): Promise<boolean> {
    return area.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    );
  }

  /** Expects that the focused element has a visible outline, lies on the screen, and is not covered by the header. */
  async expectFocusShows(): Promise<void> {
    const { problem } = await this.#page.evaluate(lookAtFocus);
    expect(problem, 'the focus is visible').toBe('');
  }
}

/** Runs in the page. Says in `problem` what is wrong with the focus: empty when the focus is visible or has left the page. */
function lookAtFocus(target?: unknown): { problem: string; isThere: boolean } {
  const focused = document.activeElement;
  const isThere = focused === target;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { problem: '', isThere };
  const name = focused.outerHTML.slice(0, 120);
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { left, top, width, height } = focused.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const onTop = document.elementFromPoint(x, y);
  const isCovered = onTop !== null && !focused.contains(onTop) && !onTop.contains(focused);
  let problem = '';
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) problem = `no outline: ${name}`;
  else if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) problem = `outside the screen: ${name}`;
  else if (isCovered) problem = `covered by ${onTop.outerHTML.slice(0, 120)}: ${name}`;
  return { problem, isThere };
}

declare global {
  interface Window {
    announcements?: string[];
  }
}

/**
 * Records the texts that a screen reader reads out by itself: each new text of a live region, and the name and the description
 * of each element that gets the focus. The returned function returns the texts since its last call.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(observe);
  return () => page.evaluate(() => window.announcements?.splice(0) ?? []);
}

/** Runs in the page. */
function observe(): void {
  const said: string[] = [];
  window.announcements = said;
  const LIVE = '[role="alert"], [role="status"], [aria-live="polite"]';
  const known = new Map<Element, string>();
  const wordsOf = (element: Element | null) => element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  const lookAtRegions = () => {
    for (const region of document.querySelectorAll(LIVE)) {
      const words = wordsOf(region);
      if (words !== '' && words !== known.get(region)) said.push(words);
      known.set(region, words);
    }
  };
  lookAtRegions();
  said.length = 0;
  const everything = { subtree: true, childList: true, characterData: true };
  new MutationObserver(lookAtRegions).observe(document, everything);
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [target];
    const ids = target.getAttribute('aria-describedby')?.split(' ') ?? [];
    const parts = [...labels, ...ids.map((id) => document.getElementById(id))].map(wordsOf);
    said.push(parts.filter((words) => words !== '').join(' '));
  });
}

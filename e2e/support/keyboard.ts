import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 60;

/** A visitor without a pointer. Each stop that a Tab makes is checked: the focus shows, and nothing covers it. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  /** Types where the focus is. */
  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses Tab (or Shift+Tab) until the target has the focus. Fails when it is never reached. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await this.press(key);
      await this.expectFocusShows();
      if (await target.evaluate((element) => element === document.activeElement)) return;
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

  /** Also true while the focus is on the browser's own buttons, where a Tab may pass through. */
  isFocusInside(area: Locator): Promise<boolean> {
    return area.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    );
  }

  /** The focused element has an outline that it lacks otherwise, lies on the screen, and is not under the header. */
  async expectFocusShows(): Promise<void> {
    const problem = await this.#page.evaluate(findFocusProblem);
    expect(problem, 'the focus is visible').toBe('');
  }
}

/** Runs in the page. Empty when all is well, or when the focus left the page. */
function findFocusProblem(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return '';
  const name = focused.outerHTML.slice(0, 120);
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `no outline: ${name}`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `outside the screen: ${name}`;
  const onTop = document.elementFromPoint(x, y);
  const isCovered = onTop !== null && !focused.contains(onTop) && !onTop.contains(focused);
  return isCovered ? `covered by ${onTop.outerHTML.slice(0, 120)}: ${name}` : '';
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { onPhone, type Visit } from './load.ts';

const PRESSES = 20;
const EACH_MS = 150;
/** Elements pressed in this order. The menu is closed before the elements under it are pressed; a form is sent empty. */
const TARGETS = [
  '.theme-switch',
  '[popovertarget="side-menu"]',
  '.side-menu [popovertarget]',
  'main :is(form [type="submit"], summary, label)',
];

/** The longest delay until the screen showed a response, over twenty presses that begin as soon as something can be pressed. */
export function slowestPress(visit: Visit): Promise<number> {
  return onPhone(visit, async (page) => {
    await page.addInitScript(noteAnswers);
    await page.goto(visit.url, { waitUntil: 'commit' });
    for (let press = 0; press < PRESSES; press++) {
      await pressOn(page, TARGETS[press % TARGETS.length] ?? '');
      await pause(EACH_MS);
    }
    await pause(1_000);
    return page.evaluate(() => Math.max(0, ...(window as unknown as Noted).answers));
  });
}

type Noted = { answers: number[] };

/** Runs in the page. Delays shorter than 16 ms count as nothing. */
function noteAnswers() {
  const answers: number[] = [];
  Object.assign(window, { answers });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming).interactionId) answers.push(entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function pressOn(page: Page, selector: string): Promise<void> {
  const place = await page.evaluate((wanted) => {
    for (const element of document.querySelectorAll(wanted)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width > 0 && y > 0 && y < innerHeight && element.contains(document.elementFromPoint(x, y)))
        return { x, y };
    }
    return undefined;
  }, selector);
  if (place) await page.mouse.click(place.x, place.y);
}

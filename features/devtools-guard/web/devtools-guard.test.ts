import { expect, onTestFinished, test, vi } from 'vitest';
import { DEVELOPER_TOOLS } from '#content/features/devtools-guard.ts';
import { startGuard } from './devtools-guard.ts';
import type { WindowLook } from './window-gap.ts';

const PLAIN: WindowLook = {
  devicePixelRatio: 1,
  outerWidth: 1440,
  outerHeight: 900,
  innerWidth: 1440,
  innerHeight: 780,
};
const GAP: WindowLook = { ...PLAIN, innerWidth: 885 };
const SIMILAR_GAP: WindowLook = { ...PLAIN, innerWidth: 740 };
const ZOOM: WindowLook = { ...PLAIN, devicePixelRatio: 2, innerWidth: 720, innerHeight: 390 };

function openWindow(size: WindowLook, vendor = 'Google Inc.') {
  const done: string[] = [];
  const stored: Record<string, string> = {};
  const page = {
    ...size,
    document: { hidden: false },
    isCoarse: false,
    matchMedia: (query: string) => ({ matches: query === '(pointer: coarse)' && page.isCoarse }),
    navigator: { vendor },
    sessionStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => void Object.assign(stored, { [key]: value }),
    },
    alert: (text: string) => done.push(text),
    location: { reload: () => done.push('reload') },
    addEventListener: () => {},
    typed: new Set<object>(),
  };
  vi.stubGlobal('window', page);
  const show = (look: WindowLook, ms = 120_000) => {
    Object.assign(page, look);
    vi.advanceTimersByTime(ms);
  };
  return { page, done, show };
}

/** Starts the guard, which then looks at the window for a few seconds. Returns a function that stops it. */
function start(): () => void {
  vi.useFakeTimers();
  const stop = startGuard();
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  vi.advanceTimersByTime(3_000);
  return stop;
}

const REACTION = [DEVELOPER_TOOLS, 'reload'];

const refuse = () => {
  throw new DOMException('not here', 'SecurityError');
};

test('opening developer tools causes one alert and one reload, and opening them again only if their size has changed', () => {
  const { done, show } = openWindow(PLAIN);
  const stop = start();
  expect(done).toEqual([]);
  for (const size of [GAP, PLAIN, GAP, PLAIN, SIMILAR_GAP]) {
    show(size);
    expect(done).toEqual(REACTION);
  }
  stop();
  // Starts the guard again, as the reloaded page would.
  start();
  show(SIMILAR_GAP);
  show(PLAIN);
  expect(done).toEqual(REACTION);
  show({ ...PLAIN, innerWidth: 500 });
  expect(done, 'tools of a much different size').toEqual([...REACTION, ...REACTION]);
});

test.each(['', 'wide', '{}', '555'])(
  'developer tools cause an alert even if the stored gap is the invalid text %j',
  (gap) => {
    const { page, done, show } = openWindow(PLAIN);
    page.sessionStorage.setItem('devtoolsGuardGap', gap);
    start();
    show(GAP);
    expect(done).toEqual(REACTION);
  },
);

test('if the pixel ratio ignores zoom, a gap around the page counts as developer tools only if zoom cannot explain it', () => {
  const zoomed = { ...ZOOM, devicePixelRatio: 1 };
  const { done, show } = openWindow(zoomed, 'Apple Computer, Inc.');
  start();
  show(PLAIN, 3_000);
  show(zoomed);
  expect(done).toEqual([]);
  show(GAP);
  expect(done).toEqual(REACTION);
});

test('a window that is still being resized causes no alert', () => {
  const { done, show } = openWindow(PLAIN);
  start();
  for (let step = 0; step < 20; step++) show({ ...GAP, innerWidth: 880 + step }, 1_000);
  expect(done).toEqual([]);
});

test.each<[string, (page: ReturnType<typeof openWindow>['page']) => void]>([
  ['zoomed', (page) => Object.assign(page, ZOOM)],
  ['hidden', ({ document }) => Object.assign(document, { hidden: true })],
  ['used on a touch screen', (page) => Object.assign(page, { isCoarse: true })],
  ['unable to keep what it stores', (page) => Object.assign(page.sessionStorage, { setItem: () => {} })],
  ['blocked from storing', (page) => Object.assign(page.sessionStorage, { setItem: refuse })],
  ['blocked from reading its storage', (page) => Object.assign(page.sessionStorage, { getItem: refuse })],
])(
  'a new gap between window and page causes no alert if the window is %s at the time of the check',
  (_name, arrange) => {
    const { page, done, show } = openWindow(PLAIN);
    start();
    show(GAP, 0);
    arrange(page);
    vi.advanceTimersByTime(120_000);
    expect(done).toEqual([]);
  },
);

test('opening developer tools on a page with unsaved input causes an alert but no reload', () => {
  const { page, done, show } = openWindow(PLAIN);
  page.typed.add({ isConnected: true, value: 'Dear all', defaultValue: '' });
  start();
  show(GAP);
  expect(done).toEqual(REACTION.slice(0, 1));
});

test.each<[string, number, string]>([
  ['a side panel of Chromium', 376, 'Google Inc.'],
  ['a side bar of Firefox', 320, ''],
  ['a side bar of Safari', 300, 'Apple Computer, Inc.'],
])(
  'opening and closing %s causes no alert, but developer tools opened meanwhile do',
  (_name, width, vendor) => {
    const { done, show } = openWindow(PLAIN, vendor);
    const panel = { ...PLAIN, innerWidth: PLAIN.innerWidth - width };
    start();
    for (const size of [PLAIN, panel, PLAIN, panel]) show(size);
    expect(done).toEqual([]);
    show({ ...panel, innerHeight: panel.innerHeight - 300 }, 3_000);
    expect(done).toEqual(REACTION);
  },
);

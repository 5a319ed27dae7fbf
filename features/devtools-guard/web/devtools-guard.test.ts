import { expect, onTestFinished, test, vi } from 'vitest';
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

/** The storage of a tab. */
function memory() {
  const stored: Record<string, string> = {};
  return {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  };
}

function openWindow(size: WindowLook, vendor = 'Google Inc.') {
  const state = { hidden: false, coarse: false };
  const done: string[] = [];
  const page = {
    ...size,
    document: {
      get hidden() {
        return state.hidden;
      },
    },
    matchMedia: (query: string) => ({ matches: query === '(pointer: coarse)' && state.coarse }),
    navigator: { vendor },
    sessionStorage: memory(),
    alert: (text: string) => done.push(text),
    location: { reload: () => done.push('reload') },
    addEventListener: () => {},
    typed: new Set<object>(),
  };
  vi.stubGlobal('window', page);
  return {
    page,
    state,
    done,
    typed: page.typed,
    set: (next: WindowLook) => Object.assign(page, next),
  };
}

/** Starts the guard. Returns a function that stops it. */
function start(): () => void {
  vi.useFakeTimers();
  const stop = startGuard();
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  return stop;
}

const REACTION = ['Please do not open developer tools.', 'reload'];

const refuse = () => {
  throw new DOMException('not here', 'SecurityError');
};

test('opening developer tools causes one alert and one reload, and further ones only when tools of a different size open', () => {
  const { done, set } = openWindow(PLAIN);
  const stop = start();
  vi.advanceTimersByTime(5_000);
  expect(done).toEqual([]);
  for (const size of [GAP, PLAIN, GAP, PLAIN, SIMILAR_GAP]) {
    set(size);
    vi.advanceTimersByTime(120_000);
    expect(done).toEqual(REACTION);
  }
  stop();
  // Starts the guard again, as the reloaded page would.
  start();
  vi.advanceTimersByTime(120_000);
  expect(done).toEqual(REACTION);
  for (const size of [PLAIN, { ...PLAIN, innerWidth: 500 }]) {
    set(size);
    vi.advanceTimersByTime(120_000);
  }
  expect(done, 'tools of a much different size').toEqual([...REACTION, ...REACTION]);
});

test.each(['', 'wide', '{}', '555'])(
  'opening developer tools shows an alert even if the stored gap between window and page is invalid (%j)',
  (gap) => {
    const { page, done, set } = openWindow(PLAIN);
    page.sessionStorage.setItem('devtoolsGuardGap', gap);
    start();
    vi.advanceTimersByTime(3_000);
    set(GAP);
    vi.advanceTimersByTime(120_000);
    expect(done).toEqual(REACTION);
  },
);

test('in a browser whose pixel ratio ignores zoom, a gap between window and page counts as developer tools only if no zoom explains it', () => {
  const { done, set } = openWindow({ ...ZOOM, devicePixelRatio: 1 }, 'Apple Computer, Inc.');
  start();
  vi.advanceTimersByTime(3_000);
  set(PLAIN);
  vi.advanceTimersByTime(3_000);
  set({ ...ZOOM, devicePixelRatio: 1 });
  vi.advanceTimersByTime(120_000);
  expect(done).toEqual([]);
  set(GAP);
  vi.advanceTimersByTime(120_000);
  expect(done).toEqual(REACTION);
});

test('a window that is still being resized causes no alert', () => {
  const { done, set } = openWindow(PLAIN);
  start();
  for (let step = 0; step < 20; step++) {
    set({ ...GAP, innerWidth: 880 + step });
    vi.advanceTimersByTime(1_000);
  }
  expect(done).toEqual([]);
});

test.each<[string, (window: ReturnType<typeof openWindow>) => void]>([
  ['zoomed', ({ set }) => set(ZOOM)],
  ['hidden', ({ state }) => Object.assign(state, { hidden: true })],
  ['used on a touch screen', ({ state }) => Object.assign(state, { coarse: true })],
  ['unable to keep what it stores', ({ page }) => Object.assign(page.sessionStorage, { setItem: () => {} })],
  ['blocked from storing', ({ page }) => Object.assign(page.sessionStorage, { setItem: refuse })],
  ['blocked from reading its storage', ({ page }) => Object.assign(page.sessionStorage, { getItem: refuse })],
])('a new gap between window and page causes no alert in a window that is then %s', (_name, arrange) => {
  const opened = openWindow(PLAIN);
  start();
  vi.advanceTimersByTime(3_000);
  opened.set(GAP);
  arrange(opened);
  vi.advanceTimersByTime(120_000);
  expect(opened.done).toEqual([]);
});

test('opening developer tools on a page with unsaved input causes an alert but no reload', () => {
  const { done, set, typed } = openWindow(PLAIN);
  typed.add({ isConnected: true, value: 'Dear all', defaultValue: '' });
  start();
  vi.advanceTimersByTime(3_000);
  set(GAP);
  vi.advanceTimersByTime(120_000);
  expect(done).toEqual(REACTION.slice(0, 1));
});

test.each<[string, number, string]>([
  ['a side panel of Chromium', 376, 'Google Inc.'],
  ['a side bar of Firefox', 320, ''],
  ['a side bar of Safari', 300, 'Apple Computer, Inc.'],
])(
  'opening and closing %s causes no alert, but opening developer tools beside it causes one',
  (_name, width, vendor) => {
    const { done, set } = openWindow(PLAIN, vendor);
    const panel = { ...PLAIN, innerWidth: PLAIN.innerWidth - width };
    start();
    for (const size of [PLAIN, panel, PLAIN, panel]) {
      set(size);
      vi.advanceTimersByTime(120_000);
    }
    expect(done).toEqual([]);
    set({ ...panel, innerHeight: panel.innerHeight - 300 });
    vi.advanceTimersByTime(3_000);
    expect(done).toEqual(REACTION);
  },
);

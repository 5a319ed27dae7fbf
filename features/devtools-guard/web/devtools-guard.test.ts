import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
const ZOOM: WindowLook = { ...PLAIN, devicePixelRatio: 2, innerWidth: 720, innerHeight: 390 };

function openWindow(size: WindowLook, vendor = 'Google Inc.') {
  const stored: Record<string, string> = {};
  const state = { hidden: false, coarse: false, touch: false, canStore: true };
  const done: string[] = [];
  const page = {
    ...size,
    document: {
      get hidden() {
        return state.hidden;
      },
    },
    matchMedia: (query: string) => ({
      matches:
        (query === '(pointer: coarse)' && state.coarse) || (query === '(any-pointer: coarse)' && state.touch),
    }),
    navigator: {
      vendor,
      get maxTouchPoints() {
        return state.touch ? 10 : 0;
      },
    },
    sessionStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => {
        if (!state.canStore) throw new Error('full');
        stored[key] = value;
      },
    },
    alert: (text: string) => done.push(text),
    location: { reload: () => done.push('reload') },
    addEventListener: () => {},
    removeEventListener: () => {},
    typed: new Set<object>(),
  };
  return {
    page: page as unknown as Window & typeof globalThis,
    state,
    done,
    typed: page.typed,
    set: (next: WindowLook) => Object.assign(page, next),
  };
}

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const REACTION = ['Please do not open developer tools.', 'reload'];

test('opening developer tools causes one alert and one reload, and tools of the same size cause no second alert', () => {
  const { page, done, set } = openWindow(PLAIN);
  stop = startGuard(page);
  vi.advanceTimersByTime(5_000);
  expect(done).toEqual([]);
  for (const size of [GAP, PLAIN, GAP]) {
    set(size);
    vi.advanceTimersByTime(120_000);
    expect(done).toEqual(REACTION);
  }
  stop();
  stop = startGuard(page);
  vi.advanceTimersByTime(120_000);
  expect(done).toEqual(REACTION);
});

test('if the pixel ratio does not follow the zoom, developer tools are detected when no zoom explains the gap between window and page', () => {
  const { page, done, set } = openWindow({ ...ZOOM, devicePixelRatio: 1 }, 'Apple Computer, Inc.');
  stop = startGuard(page);
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
  const { page, done, set } = openWindow(PLAIN);
  stop = startGuard(page);
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
  ['unable to store anything', ({ state }) => Object.assign(state, { canStore: false })],
])('a new gap between window and page causes no alert in a window that is then %s', (_name, arrange) => {
  const opened = openWindow(PLAIN);
  stop = startGuard(opened.page);
  vi.advanceTimersByTime(3_000);
  opened.set(GAP);
  arrange(opened);
  vi.advanceTimersByTime(120_000);
  expect(opened.done).toEqual([]);
});

test('opening developer tools on a page with unsaved input causes an alert but no reload', () => {
  const { page, done, set, typed } = openWindow(PLAIN);
  typed.add({ isConnected: true, value: 'Dear all', defaultValue: '' });
  stop = startGuard(page);
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
  '%s that opens and closes causes no alert, but developer tools opened beside it do',
  (_name, width, vendor) => {
    const { page, done, set } = openWindow(PLAIN, vendor);
    const panel = { ...PLAIN, innerWidth: PLAIN.innerWidth - width };
    stop = startGuard(page);
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

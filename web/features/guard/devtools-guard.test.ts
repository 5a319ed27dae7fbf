import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startGuard } from './devtools-guard.ts';
import type { WindowSize } from './window-gap.ts';

const PLAIN: WindowSize = { outerWidth: 1440, outerHeight: 900, innerWidth: 1440, innerHeight: 780 };
const GAP: WindowSize = { ...PLAIN, innerWidth: 885 };
const ZOOM: WindowSize = { ...PLAIN, innerWidth: 720, innerHeight: 390 };

function openWindow(size: WindowSize) {
  const stored: Record<string, string> = {};
  const state = { hidden: false, coarse: false, canStore: true, navigation: 'navigate' };
  const done: string[] = [];
  const page = {
    ...size,
    document: {
      get hidden() {
        return state.hidden;
      },
    },
    matchMedia: (query: string) => ({ matches: query === '(any-pointer: coarse)' && state.coarse }),
    performance: { getEntriesByType: () => [{ type: state.navigation }], now: () => 5_000 },
    localStorage: {
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
  };
  return {
    page: page as unknown as Window & typeof globalThis,
    state,
    done,
    set: (next: WindowSize) => Object.assign(page, next),
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

test('a gap leads to one alert and one reload a minute', () => {
  const { page, done, set } = openWindow(PLAIN);
  stop = startGuard(page);
  vi.advanceTimersByTime(5_000);
  expect(done).toEqual([]);
  set(GAP);
  vi.advanceTimersByTime(2_000);
  expect(done).toEqual(REACTION);
  vi.advanceTimersByTime(57_000);
  expect(done).toEqual(REACTION);
  vi.advanceTimersByTime(3_000);
  expect(done).toEqual([...REACTION, ...REACTION]);
});

test('a gap that was there from the start is seen at the first second', () => {
  const { page, done } = openWindow(GAP);
  stop = startGuard(page);
  vi.advanceTimersByTime(999);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(REACTION);
});

test('the minute counts from the moment the alert is closed', () => {
  const { page, done } = openWindow(GAP);
  page.alert = (text) => {
    done.push(String(text));
    vi.setSystemTime(Date.now() + 90_000);
  };
  stop = startGuard(page);
  vi.advanceTimersByTime(59_000);
  expect(done).toEqual(REACTION);
});

test('sizes that are still changing are not judged', () => {
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
  ['touched with fingers', ({ state }) => Object.assign(state, { coarse: true })],
  ['unable to remember', ({ state }) => Object.assign(state, { canStore: false })],
  ['fresh from a reload', ({ state }) => Object.assign(state, { navigation: 'reload' })],
])('nothing happens in a window that is %s', (_name, arrange) => {
  const opened = openWindow(GAP);
  arrange(opened);
  stop = startGuard(opened.page);
  vi.advanceTimersByTime(120_000);
  expect(opened.done).toEqual([]);
});

test('it can be ended', () => {
  const { page, done } = openWindow(GAP);
  stop = startGuard(page);
  stop();
  vi.advanceTimersByTime(120_000);
  expect(done).toEqual([]);
});

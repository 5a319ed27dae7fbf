import { expect, test } from 'vitest';
import { SCRIPT_START } from '#contract/script-start.ts';
import { awaitPaint } from './await-paint.ts';

function open({ visibilityState = 'visible', saysWhenItPaints = true } = {}) {
  const link = { rel: SCRIPT_START.relation as string };
  const heard = new Map<string, () => void>();
  const observed: unknown[] = [];
  class PerformanceObserver {
    static supportedEntryTypes = saysWhenItPaints ? ['navigation', 'paint'] : ['navigation'];
    constructor(act: () => void) {
      heard.set('paint', act);
    }
    observe(what: unknown) {
      observed.push(what);
    }
  }
  const listen = (name: string, act: () => void) => heard.set(name, act);
  const page = {
    document: { visibilityState, addEventListener: listen, querySelectorAll: () => [link] },
    Promise,
    PerformanceObserver,
    addEventListener: listen,
    requestAnimationFrame: (act: () => void) => heard.set('frame', act),
    setTimeout: (act: () => void, wait: number) =>
      heard.set(wait === 0 ? 'after the frame' : 'long after the frame', act),
  };
  awaitPaint(page as unknown as Window & typeof globalThis, SCRIPT_START);
  return {
    observed,
    hears: (name: string) => heard.get(name)?.(),
    relation: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return link.rel;
    },
    started: (page as { [SCRIPT_START.promise]?: Promise<void> })[SCRIPT_START.promise],
  };
}

test('scripts are fetched after the first paint, also when that was before', async () => {
  const page = open();
  expect(page.observed).toEqual([{ type: 'paint', buffered: true }]);
  expect(await page.relation()).toBe('modulepreload-later');
  page.hears('paint');
  await page.started;
  expect(await page.relation()).toBe('modulepreload');
});

test('a page that nobody sees does not wait, nor one that is hidden before it is painted', async () => {
  expect(await open({ visibilityState: 'hidden' }).relation()).toBe('modulepreload');
  const page = open();
  page.hears('visibilitychange');
  expect(await page.relation()).toBe('modulepreload');
});

test('where the browser does not say when it paints, scripts come after the first frame that follows the load', async () => {
  const page = open({ saysWhenItPaints: false });
  expect(page.observed).toEqual([]);
  for (const step of ['load', 'frame', 'after the frame']) {
    expect(await page.relation(), step).toBe('modulepreload-later');
    page.hears(step);
  }
  expect(await page.relation()).toBe('modulepreload');
});

test('where it does, they do not come before it says so, unless it never does', async () => {
  const page = open();
  for (const step of ['load', 'frame', 'after the frame', 'long after the frame']) {
    expect(await page.relation(), step).toBe('modulepreload-later');
    page.hears(step);
  }
  expect(await page.relation()).toBe('modulepreload');
});

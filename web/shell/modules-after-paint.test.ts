import { expect, test } from 'vitest';
import { SCRIPT_START } from '#contract/script-start.ts';
import { modulesAfterPaint } from './modules-after-paint.ts';

function open() {
  const link = { rel: SCRIPT_START.relation as string };
  const script = { type: SCRIPT_START.type as string, remove: () => {}, parentNode: null };
  const heard = new Map<string, () => void>();
  const listen = (name: string, act: () => void) => heard.set(name, act);
  class PerformanceObserver {
    constructor(act: () => void) {
      heard.set('paint', act);
    }
    observe() {}
  }
  // Runs only the function's source text, as the document does. A reference to anything outside throws.
  const alone = new Function('page', 'names', `(${modulesAfterPaint.toString()})(page, names)`);
  alone(
    {
      document: {
        addEventListener: listen,
        querySelectorAll: (selector: string) => (selector.startsWith('link') ? [link] : [script]),
      },
      Promise,
      PerformanceObserver,
      addEventListener: listen,
      setTimeout: (act: () => void) => heard.set('a moment after the load', act),
    },
    SCRIPT_START,
  );
  return async (...happened: readonly string[]) => {
    for (const name of happened) heard.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
    return [link.rel, script.type];
  };
}

const WAITING = [SCRIPT_START.relation, SCRIPT_START.type];
const STARTED = ['modulepreload', 'module'];

test('the scripts of a page start once the page is both painted and parsed, in either order', async () => {
  for (const [first = '', last = ''] of [
    ['paint', 'DOMContentLoaded'],
    ['DOMContentLoaded', 'paint'],
  ]) {
    const after = open();
    expect(await after(first)).toEqual(WAITING);
    expect(await after(last)).toEqual(STARTED);
  }
});

test('the scripts of a page that is never painted, as in a hidden tab, start shortly after its load event', async () => {
  const after = open();
  expect(await after('DOMContentLoaded', 'load')).toEqual(WAITING);
  expect(await after('a moment after the load')).toEqual(STARTED);
});

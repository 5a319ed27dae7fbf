import { beforeEach, expect, test, vi } from 'vitest';
import { BODY_LIMITS } from '#contract/limits.ts';
import { EVENT_LIMITS, EVENTS } from '#features/analytics/contract.ts';
import { startReporting } from './report-visit.ts';

type Measurement = { readonly id: string; readonly name: string; readonly value: number };

/** A fake web-vitals library. features/analytics/analytics.spec.ts tests the real one in a browser. */
const { tell } = vi.hoisted(() => ({ tell: [] as ((measurement: Measurement) => void)[] }));
vi.mock('web-vitals', () => {
  const watch = (report: (measurement: Measurement) => void) => void tell.push(report);
  return { onCLS: watch, onFCP: watch, onINP: watch, onLCP: watch, onTTFB: watch };
});
beforeEach(() => {
  tell.length = 0;
});

class FakePage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible', referrer: '' });
  readonly location = {
    hostname: 'www.example.com',
    pathname: '/pricing',
    search: '?token=SECRET',
    hash: '#SECRET',
  };
  readonly beacons: { readonly path: string; readonly body: Blob }[] = [];
  readonly navigator = {
    sendBeacon: (path: string, body: Blob) => {
      this.beacons.push({ path, body });
      return true;
    },
  };
  set(visibilityState: 'visible' | 'hidden'): void {
    this.document.visibilityState = visibilityState;
    this.document.dispatchEvent(new Event('visibilitychange'));
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function start(referrer = '', search?: string) {
  const page = new FakePage();
  if (search !== undefined) page.location.search = search;
  page.document.referrer = referrer;
  // The web-vitals library listens on the global window. The reporting code listens on its argument.
  vi.stubGlobal('document', page.document);
  const view = startReporting(page as unknown as Window);
  const batches = () =>
    Promise.all(page.beacons.map(async ({ body }) => JSON.parse(await body.text()).events));
  const events = async () => (await batches()).flat();
  const measured = (name: string, value: number, id = name) => tell[0]?.({ id, name, value });
  return { page, view, batches, events, measured };
}

test('page views and web vitals are sent in one batch when the page is hidden, and are not sent again when the page is left', async () => {
  const { page, view, events, measured } = start();
  view('/pricing');
  measured('LCP', 1_234.567_89);
  view('/team');
  measured('CLS', 0.012_345);
  expect(page.beacons).toEqual([]);
  page.set('hidden');
  page.dispatchEvent(new Event('pagehide'));
  expect(page.beacons).toMatchObject([{ path: EVENTS, body: { type: 'application/json' } }]);
  expect(await events()).toEqual([
    { kind: 'view', path: '/pricing' },
    { kind: 'vital', path: '/pricing', metric: 'LCP', value: 1_234.568 },
    { kind: 'view', path: '/team' },
    { kind: 'vital', path: '/pricing', metric: 'CLS', value: 0.012 },
  ]);
});

test('each web vital is sent once per page load, and only a return from the back/forward cache is a new load', async () => {
  const { page, events, measured } = start();
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  measured('INP', 100, 'first');
  measured('INP', 300, 'first');
  page.set('hidden');
  page.set('visible');
  measured('INP', 400, 'first');
  page.location.pathname = '/team';
  show(true);
  measured('INP', 50, 'second');
  page.set('hidden');
  expect(await events()).toEqual([
    { kind: 'vital', path: '/pricing', metric: 'INP', value: 100 },
    { kind: 'view', path: '/team' },
    { kind: 'vital', path: '/team', metric: 'INP', value: 50 },
  ]);
});

test('a page loaded in the background counts as viewed once it is visible, and no empty batch is ever sent', async () => {
  const { page, view, events } = start();
  page.set('hidden');
  view('/');
  page.dispatchEvent(new Event('pagehide'));
  expect(page.beacons).toEqual([]);
  page.set('visible');
  page.dispatchEvent(new Event('pagehide'));
  expect(await events()).toEqual([{ kind: 'view', path: '/' }]);
});

test.each([
  ['https://News.example.org:8443/a/page?q=words#part', '', { referrer: 'news.example.org' }],
  ['', '?utm_source=Newsletter&token=SECRET', { campaign: 'Newsletter' }],
  ['', '?token=SECRET', {}],
  ['https://www.example.com/other', '', {}],
  ['about:blank', '', {}],
  [`https://${'a'.repeat(254)}.example.org/`, '', {}],
])(
  'for the referrer %j and the query %j, the first page view reports %j, and later page views report neither',
  async (referrer, search, origin) => {
    const { page, view, events } = start(referrer, search);
    view('/');
    view('/team');
    page.set('hidden');
    expect(await events()).toEqual([
      { kind: 'view', path: '/', ...origin },
      { kind: 'view', path: '/team' },
    ]);
  },
);

test('a full batch of events is sent at once and stays within the size and value limits', async () => {
  const { page, measured, batches } = start();
  page.location.pathname = `/${'long'.repeat(200)}`;
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  for (let at = 1; at < EVENT_LIMITS.perBatch; at++) measured('TTFB', 3_599_999.1234, `load ${at}`);
  measured('TTFB', 1e12);
  page.set('hidden');
  expect(page.beacons).toHaveLength(2);
  const [full, rest] = await batches();
  expect(full).toHaveLength(EVENT_LIMITS.perBatch);
  expect(page.beacons[0]?.body.size).toBeLessThan(BODY_LIMITS.events);
  expect(rest[0].value).toBe(EVENT_LIMITS.valueMax);
});

test('after a visitor objects to being counted, nothing more is sent, not even earlier events', () => {
  const { page, view } = start();
  view('/');
  Object.assign(page.navigator, { globalPrivacyControl: true });
  page.set('hidden');
  expect(page.beacons).toEqual([]);
});

// The whole library, because its parts are larger: what its own files share is written shorter in this one.
import { type Metric as Measurement, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import {
  EVENT_LIMITS,
  type EventBatch,
  type Metric,
  type PageView,
  type Vital,
} from '#contract/analytics.ts';
import { EVENTS } from '#contract/paths.ts';

/** No page has so long a path. A full batch of longer ones would be larger than what is accepted. */
const LONGEST_PATH = 250;

/**
 * Gathers page views and vitals and sends them when the page is hidden or left, or when a batch is full. What is sent
 * names pages and numbers, no person and no browser, and no query, where mailed tokens are.
 *
 * Each vital is sent once for a load, as it is when the page is first hidden: nothing sent carries an id by which a
 * later value could take its place. A page that comes back as it was left (from the browser's back/forward cache)
 * counts as loaded again, as web-vitals has it.
 *
 * @returns reports the view of a page; call it for every page that is opened
 */
export function startReporting(page: Window): (path: string) => void {
  const { document, navigator } = page;
  const sentFor = new Set<string>();
  let loaded = pathNow();
  let events: (PageView | Vital)[] = [];

  function pathNow(): string {
    return page.location.pathname.slice(0, LONGEST_PATH);
  }

  function send(): void {
    if (events.length === 0) return;
    const body = JSON.stringify({ events } satisfies EventBatch);
    events = [];
    const headers = { 'content-type': 'application/json' };
    if (navigator.sendBeacon?.(EVENTS, new Blob([body], { type: headers['content-type'] }))) return;
    page.fetch(EVENTS, { method: 'POST', keepalive: true, headers, body }).catch(() => {});
  }

  function add(event: PageView | Vital): void {
    if (events.push(event) >= EVENT_LIMITS.perBatch) send();
  }

  /** A page loaded in the background, or ahead of time, was viewed once somebody sees it. */
  function view(path: string): void {
    if (document.visibilityState === 'visible') add({ kind: 'view', path: path.slice(0, LONGEST_PATH) });
    else document.addEventListener('visibilitychange', () => view(path), { once: true });
  }

  function measure({ id, name, value }: Measurement): void {
    if (sentFor.has(id)) return;
    sentFor.add(id);
    const rounded = Math.round(Math.min(value, EVENT_LIMITS.valueMax) * 1_000) / 1_000;
    add({ kind: 'vital', path: loaded, metric: name satisfies Metric, value: rounded });
  }

  // Before web-vitals listens: what it measures of a page that came back belongs to the page shown then.
  page.addEventListener(
    'pageshow',
    (event) => {
      if (!event.persisted) return;
      loaded = pathNow();
      view(loaded);
    },
    true,
  );
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(measure);
  // On their way up, after web-vitals has told on their way down what it knows.
  page.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  page.addEventListener('pagehide', send);
  return view;
}

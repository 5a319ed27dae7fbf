// These functions come from the main file of `web-vitals`, which is smaller than the package's separate files for them.
import { type Metric as Measurement, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import {
  EVENT_LIMITS,
  EVENTS,
  type EventBatch,
  type Metric,
  type PageView,
  type Vital,
} from '#features/analytics/contract.ts';
import { mayCount } from './may-count.ts';

/** Longer paths are cut, so that a full batch stays below the accepted body size. No page of the site has a longer path. */
const LONGEST_PATH = 250;

/**
 * Collects page views and vitals. Sends them when the page is hidden or left, or when a batch is full. Sends no ids. Sends
 * only the query's campaign, because a query may contain a token from a mail. Sends each vital once per load, when the page is
 * first hidden: without an id, a later value could not replace it. A return from the back/forward cache is a new load, as in
 * web-vitals.
 * @returns a function that reports a page view; call it for every page that is opened
 */
export function startReporting(page: Window): (path: string) => void {
  const { document, navigator } = page;
  const sentFor = new Set<string>();
  let loaded = pathNow();
  let arrival = arrivedFrom();
  let events: (PageView | Vital)[] = [];

  function pathNow(): string {
    return page.location.pathname.slice(0, LONGEST_PATH);
  }

  function arrivedFrom(): Pick<PageView, 'referrer' | 'campaign'> {
    const [, host = ''] = /^https?:\/\/([^/:?#]+)/i.exec(document.referrer) ?? [];
    const isOther = host !== '' && host !== page.location.hostname && host.length <= EVENT_LIMITS.hostMax;
    const campaign = new URLSearchParams(page.location.search).get('utm_source');
    return {
      ...(isOther && { referrer: host.toLowerCase() }),
      ...(campaign && { campaign: campaign.slice(0, EVENT_LIMITS.campaignMax) }),
    };
  }

  function send(): void {
    if (events.length === 0) return;
    const body = JSON.stringify({ events } satisfies EventBatch);
    events = [];
    // The visitor may have objected to the counting after these events were collected. They are then not sent.
    if (!mayCount(page)) return;
    navigator.sendBeacon?.(EVENTS, new Blob([body], { type: 'application/json' }));
  }

  function add(event: PageView | Vital): void {
    if (events.push(event) >= EVENT_LIMITS.perBatch) send();
  }

  /** A page loaded in the background counts as viewed when it becomes visible. */
  function view(path: string): void {
    if (document.visibilityState === 'visible') {
      add({ kind: 'view', path: path.slice(0, LONGEST_PATH), ...arrival });
      // Only the first page view came from another site. Later ones follow links of this site.
      arrival = {};
    } else document.addEventListener('visibilitychange', () => view(path), { once: true });
  }

  function measure({ id, name, value }: Measurement): void {
    if (sentFor.has(id)) return;
    sentFor.add(id);
    const rounded = Math.round(Math.min(value, EVENT_LIMITS.valueMax) * 1_000) / 1_000;
    add({ kind: 'vital', path: loaded, metric: name satisfies Metric, value: rounded });
  }

  // This listener must come before that of web-vitals, so that the next values from web-vitals belong to the restored page.
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
  // This listener waits for the bubble phase, because web-vitals reports its last values before that, in the capture phase.
  page.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  page.addEventListener('pagehide', send);
  return view;
}

import { DEVICES, type Metric } from '#features/analytics/contract.ts';
import { counter, type HistogramSeries } from '#server/metrics/series.ts';

export const PAGE_VIEWS = counter(
  'site_page_views_total',
  'Page views that count for the report: no robots, nobody who asks not to be tracked.',
  { device: DEVICES },
);

/** Up to `good` a p75 is good, above `poor` it is poor, by https://web.dev/articles/vitals. Milliseconds; CLS as it is. */
export const THRESHOLDS: Readonly<Record<Metric, { readonly good: number; readonly poor: number }>> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  FCP: { good: 1_800, poor: 3_000 },
  TTFB: { good: 800, poor: 1_800 },
};

/** Web vitals have two units, and a histogram has one. `perUnit`: what the browser sends, for one unit of the series. */
type VitalSeries = HistogramSeries & { readonly perUnit: number };

export const VITALS: Readonly<Record<Metric, VitalSeries>> = {
  LCP: vital('site_vital_lcp_seconds', 'Largest part painted.', 'LCP', 1_000),
  INP: vital('site_vital_inp_seconds', 'Answer to a press.', 'INP', 1_000),
  CLS: vital('site_vital_cls_ratio', 'Layout that moves, as a share of the screen.', 'CLS', 1),
  FCP: vital('site_vital_fcp_seconds', 'First thing painted.', 'FCP', 1_000),
  TTFB: vital('site_vital_ttfb_seconds', 'First byte.', 'TTFB', 1_000),
};

/** Good and poor are bounds, so that the share of good visits is exact; those between make a p75 readable. */
function vital(name: string, help: string, metric: Metric, perUnit: number): VitalSeries {
  const { good, poor } = THRESHOLDS[metric];
  const bounds = [good / 4, good / 2, (good * 3) / 4, good, (good + poor) / 2, poor, poor * 1.5, poor * 3];
  const buckets = bounds.map((bound) => Number((bound / perUnit).toPrecision(6)));
  return { kind: 'histogram', name, help, buckets, perUnit };
}

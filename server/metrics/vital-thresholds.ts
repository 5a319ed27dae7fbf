import type { Metric } from '#contract/analytics.ts';

/** Up to `good` a p75 is good, above `poor` it is poor, by https://web.dev/articles/vitals. Milliseconds; CLS as it is. */
export const THRESHOLDS: Readonly<Record<Metric, { readonly good: number; readonly poor: number }>> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  FCP: { good: 1_800, poor: 3_000 },
  TTFB: { good: 800, poor: 1_800 },
};

import type { Feature } from '#server/feature.ts';
import { dayOf, HOUR_MS } from '#server/time.ts';
import { visitsView } from './console-view.ts';
import { tidyAnalytics } from './rollup.ts';
import { ANALYTICS_LIMITS, analyticsRoutes, PAGE_VIEWS, VITALS } from './routes.ts';
import { destroySalts } from './store.ts';
import { analyticsTables } from './tables.ts';
import { visitCounterOf } from './visit-counter.ts';

export const analytics: Feature = {
  name: 'analytics',
  packages: ['web-vitals'],
  lostWithout: 'Visits and the speed of pages are not counted.',
  tables: analyticsTables,
  limits: ANALYTICS_LIMITS,
  metrics: [PAGE_VIEWS, ...Object.values(VITALS)],
  console: [visitsView],
  apiRoutes: analyticsRoutes,
  jobs: [
    {
      name: 'page views',
      every: 5_000,
      runsAtStop: true,
      run: (deps) => visitCounterOf(deps).flush(),
    },
    {
      // This job is not part of `tidy`, which pauses while the clock is not trusted. Old salts must be destroyed even during such
      // a pause.
      name: 'the salts of days that are over',
      every: HOUR_MS,
      run: ({ db, clock }) => destroySalts(db, dayOf(clock())),
    },
  ],
  tidy: ({ db }, now) => tidyAnalytics(db, now),
};

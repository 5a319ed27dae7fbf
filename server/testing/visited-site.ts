import { visitorsIn } from '#features/analytics/server/sketch.ts';
import { visitCounterOf } from '#features/analytics/server/visit-counter.ts';
import { createApp, createDeps } from '#server/app.ts';
import type { Site, SiteFile } from '#server/site/site.ts';
import { openTestApp, TEST_ORIGIN } from './test-app.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export const UA = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
} as const;

const PAGES = ['/', '/home', '/about'];
const TABLES = ['page_views', 'vitals', 'visitor_sketches', 'visit_details', 'analytics_salts'] as const;

export async function openVisitedSite(env: Readonly<Record<string, string>> = {}) {
  const app = await openTestApp(env);
  const { db } = app;
  const page: SiteFile = app.deps.site.notFound;
  const site: Site = { files: new Map(PAGES.map((path) => [path, page])), notFound: page };
  const visited = await createApp(createDeps({ ...app.deps, site }));
  let ip = 0;
  return {
    app,
    visitor: (userAgent: string, address = `192.0.2.${++ip}`): TestClient => {
      const client = createTestClient(visited, TEST_ORIGIN, address);
      return {
        ...client,
        post: (path, body, headers) => client.post(path, body, { 'user-agent': userAgent, ...headers }),
      };
    },
    /** Stores the visits counted so far and returns the rows of the tables, with the estimated number of visitors per page. */
    stored: async () => {
      await visitCounterOf(app.deps).flush();
      const sketches = await db.selectFrom('visitor_sketches').selectAll().orderBy('path').execute();
      return {
        page_views: await db.selectFrom('page_views').selectAll().orderBy('day').orderBy('path').execute(),
        vitals: await db.selectFrom('vitals').selectAll().orderBy('path').orderBy('metric').execute(),
        visitors: Object.fromEntries(sketches.map(({ path, sketch }) => [path, visitorsIn(sketch)])),
      };
    },
    empty: async () => {
      await visitCounterOf(app.deps).flush();
      for (const table of TABLES) await db.deleteFrom(table).execute();
    },
  };
}

import { createApp } from '#server/app.ts';
import type { AppDeps } from '#server/feature.ts';
import type { DeclaredRoute } from '#server/http/declared-routes.ts';

type FoundRoute = {
  readonly method: string;
  readonly path: string;
  readonly declared: DeclaredRoute | undefined;
};

/** Returns each method and path of the app, without the HEAD routes that Fastify adds and the routes that answer 405. */
export async function routesOf(deps: AppDeps): Promise<readonly FoundRoute[]> {
  const routes: FoundRoute[] = [];
  const app = await createApp(deps, {
    onRoute: ({ method, url, config }) => {
      if (config?.refusesMethods === true) return;
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.push({ method: one, path: url, declared: config?.declared });
    },
  });
  await app.close();
  return routes;
}

import { createApp } from '#server/app.ts';
import type { AppDeps } from '#server/feature.ts';

/** Each method and path that the app takes, without what Fastify adds for HEAD and what answers 405. */
export async function routesOf(deps: AppDeps): Promise<readonly { method: string; path: string }[]> {
  const routes: { method: string; path: string }[] = [];
  const app = await createApp(deps, {
    onRoute: ({ method, url, config }) => {
      if (config?.refusesMethods === true) return;
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, path: url });
    },
  });
  await app.close();
  return routes;
}

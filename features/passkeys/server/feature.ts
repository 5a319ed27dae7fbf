import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { passkeyRoutes } from './routes.ts';

export const passkeys: Feature = {
  name: 'passkeys',
  apiRoutes: (app, deps) => passkeyRoutes(app, routeDeps(deps)),
};

import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { addressChangeRoutes } from './routes.ts';

export const addressChange: Feature = {
  name: 'address-change',
  apiRoutes: (app, deps) => addressChangeRoutes(app, routeDeps(deps)),
};

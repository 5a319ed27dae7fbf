import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { secondStepRoutes } from './routes.ts';

export const twoStep: Feature = {
  name: 'two-step',
  apiRoutes: (app, deps) => secondStepRoutes(app, routeDeps(deps)),
  beforeStart: resealSecrets,
};

import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { YOUR_DATA_LIMITS } from './limits.ts';
import { writeRequestedRightsMails } from './rights/requested-mails.ts';
import { rightsRoutes } from './rights/routes.ts';
import { yourDataRoutes } from './routes.ts';

export const yourData: Feature = {
  name: 'your-data',
  limits: YOUR_DATA_LIMITS,
  apiRoutes: (api, deps) => yourDataRoutes(api, routeDeps(deps)),
  routes: (app, deps) => rightsRoutes(app, routeDeps(deps)),
  writeRequestedMails: writeRequestedRightsMails,
};

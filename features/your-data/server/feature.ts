import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { writeRequestedRightsMails } from './rights/requested-mails.ts';
import { rightsRoutes } from './rights/routes.ts';
import { yourDataRoutes } from './routes.ts';

export const yourData: Feature = {
  name: 'your-data',
  apiRoutes: (api, deps) => yourDataRoutes(api, routeDeps(deps)),
  routes: (app, deps) => rightsRoutes(app, routeDeps(deps)),
  writeRequestedMails: writeRequestedRightsMails,
};

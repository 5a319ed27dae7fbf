import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { launchListView } from './console-view.ts';
import { LAUNCH_LIST_LIMITS } from './limits.ts';
import { writeRequestedListMails } from './requested-mails.ts';
import { launchListRoutes } from './routes.ts';

export const launchList: Feature = {
  name: 'launch-list',
  limits: LAUNCH_LIST_LIMITS,
  console: [launchListView],
  routes: (app, deps) => launchListRoutes(app, routeDeps(deps)),
  writeRequestedMails: writeRequestedListMails,
};

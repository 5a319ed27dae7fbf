import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { carryOutRecoveries } from './recovery.ts';
import { changeRoutes } from './routes.ts';

export const undoChanges: Feature = {
  name: 'undo-changes',
  apiRoutes: (app, deps) => changeRoutes(app, routeDeps(deps)),
  jobs: [{ name: 'planned recoveries of accounts', every: 60 * 60_000, run: carryOutRecoveries }],
};

import { withForms } from '#features/forms/server/form-definitions.ts';
import type { Feature } from '#server/feature.ts';
import { refuseLastOwner } from './last-owner.ts';
import { CONSOLE_LIMITS } from './limits.ts';
import { mailOwners, tellOfChange } from './mail-owners.ts';
import { consoleRoutes } from './routes.ts';
import { removeRole, takeInvitation } from './staff.ts';

export const operatorsConsole: Feature = {
  name: 'console',
  limits: CONSOLE_LIMITS,
  routes: (app, deps) => consoleRoutes(app, withForms(deps)),
  operators: {
    refuseLastOwner,
    takeInvitation,
    removeRole,
    tellOfDeletion: mailOwners,
    tellOfChange,
  },
};

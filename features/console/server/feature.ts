import { withForms } from '#features/forms/server/form-definitions.ts';
import type { Feature } from '#server/feature.ts';
import { consoleRoutes } from './routes.ts';

export const operatorsConsole: Feature = {
  name: 'console',
  routes: (app, deps) => consoleRoutes(app, withForms(deps)),
};

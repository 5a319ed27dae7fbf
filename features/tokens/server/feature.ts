import { routeDeps } from '#features/accounts/server/route-deps.ts';
import type { Feature } from '#server/feature.ts';
import { tokenPages } from './pages.ts';
import { tokenRetention } from './retention.ts';
import { tokenSettings } from './settings.ts';
import { tokenTables } from './tables.ts';
import { tokenRoutes } from './token-routes.ts';
import { verifyToken } from './tokens.ts';

export const tokens: Feature = {
  name: 'tokens',
  settings: tokenSettings,
  pages: tokenPages,
  tables: tokenTables,
  retention: tokenRetention,
  apiRoutes: (app, deps) => tokenRoutes(app, routeDeps(deps)),
  sessionOfToken: verifyToken,
};

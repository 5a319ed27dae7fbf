import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import { tokenPages, tokenSettings } from './settings.ts';
import { tokenTables } from './signing-keys.ts';
import { TOKEN_SCHEME, tokenRoutes, verifyToken } from './tokens.ts';

export const tokens: Feature = {
  name: 'tokens',
  lostWithout: 'No other server can tell who is signed in here.',
  packages: ['tldts'],
  settings: tokenSettings,
  pages: tokenPages,
  tables: tokenTables,
  retention: { 'signing-keys': removeExpired('jwks', 'id') },
  apiRoutes: tokenRoutes,
  bearerTokens: { sessionOf: verifyToken, scheme: TOKEN_SCHEME },
};

import type { Feature } from '#server/feature.ts';
import { CLIENT_ERROR_RATES } from './limits.ts';
import { clientErrorRoutes } from './routes.ts';

export const clientErrors: Feature = {
  name: 'client-errors',
  limits: CLIENT_ERROR_RATES,
  apiRoutes: clientErrorRoutes,
};

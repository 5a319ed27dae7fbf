import type { Feature } from '#server/feature.ts';
import { CLIENT_ERROR_RATES, CLIENT_ERROR_REPORTS, clientErrorRoutes } from './routes.ts';

export const clientErrors: Feature = {
  name: 'client-errors',
  lostWithout: 'JavaScript errors in visitors’ browsers are not logged.',
  limits: CLIENT_ERROR_RATES,
  metrics: [CLIENT_ERROR_REPORTS],
  apiRoutes: clientErrorRoutes,
};

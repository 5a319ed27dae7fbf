import type { Feature } from '#server/feature.ts';
import { clientErrorRoutes } from './routes.ts';

export const clientErrors: Feature = {
  name: 'client-errors',
  apiRoutes: clientErrorRoutes,
};

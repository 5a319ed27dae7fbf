import { addressChangeRoutes } from '#features/address-change/web/routes.ts';
import { launchListRoutes } from '#features/launch-list/web/routes.ts';
import { socialSignInRoutes } from '#features/social-sign-in/web/routes.ts';
import { undoChangesRoutes } from '#features/undo-changes/web/routes.ts';
import { yourDataRoutes } from '#features/your-data/web/routes.ts';

/**
 * The pages of features, each with its path and its file in the repository. This file imports no component, because
 * `routes.ts` runs in Node.
 */
export const FEATURE_ROUTES: readonly (readonly [path: string, file: string])[] = [
  ...launchListRoutes,
  ...undoChangesRoutes,
  ...addressChangeRoutes,
  ...socialSignInRoutes,
  ...yourDataRoutes,
];

import { PAGES } from '#content/page-paths.ts';

/** Its pages: the path, and the file from the root. */
export const addressChangeRoutes = [
  [PAGES.authAddress, 'features/address-change/web/new-address.tsx'],
] as const;

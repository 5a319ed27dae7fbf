import { PAGES } from '#content/page-paths.ts';

export const addressChangeRoutes = [
  [PAGES.authAddress, 'features/address-change/web/new-address.tsx'],
] as const;

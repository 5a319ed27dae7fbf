import { PAGES } from '#content/page-paths.ts';

export const launchListRoutes = [
  [PAGES.launchList, 'features/launch-list/web/launch-list.tsx'],
  [PAGES.launchListConfirm, 'features/launch-list/web/link-page.tsx'],
  [PAGES.launchListLeave, 'features/launch-list/web/link-page.tsx'],
] as const;

import { PAGES } from '#content/page-paths.ts';

export const yourDataRoutes = [
  [PAGES.yourData, 'features/your-data/web/your-data.tsx'],
  [PAGES.rights, 'features/your-data/web/rights.tsx'],
] as const;

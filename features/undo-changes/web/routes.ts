import { PAGES } from '#content/page-paths.ts';

export const undoChangesRoutes = [[PAGES.authNotMe, 'features/undo-changes/web/not-me.tsx']] as const;

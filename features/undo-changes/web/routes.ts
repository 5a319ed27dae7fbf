import { PAGES } from '#content/page-paths.ts';

/** Its pages: the path, and the file from the root. */
export const undoChangesRoutes = [[PAGES.authNotMe, 'features/undo-changes/web/not-me.tsx']] as const;

/**
 * Lets a page's modules wait for the first paint (docs/decisions/0055): the build writes these in place of `modulepreload` and `module`,
 * and `web/shell/modules-after-paint.ts` turns them back.
 */
export const SCRIPT_START = { relation: 'modulepreload-later', type: 'module-later' } as const;

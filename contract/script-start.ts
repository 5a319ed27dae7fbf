/**
 * Makes the modules of a page wait for the first paint (docs/decisions/0055). The build writes these values in place of
 * `modulepreload` and `module`, and `web/shell/modules-after-paint.ts` puts the original values back after the first paint.
 */
export const SCRIPT_START = { relation: 'modulepreload-later', type: 'module-later' } as const;

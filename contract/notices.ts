import { z } from 'zod';

/**
 * The version of the notice that the page showed (`content/notices.ts`). Absent if no notice was shown; an unknown version
 * is treated like none.
 */
export const shownNotice = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
  .catch(undefined);

/** The form field that carries the version of the notice. */
export const NOTICE_FIELD = '_notice';

import { z } from 'zod';

/**
 * The version of the notice that a page showed (`content/notices.ts`). Absent where none was shown; what is no version counts
 * as none.
 */
export const shownNotice = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
  .catch(undefined);

/** The field of a form that carries it. */
export const NOTICE_FIELD = '_notice';

import { z } from 'zod';

/** The version of the notice that the page showed (`content/notices.ts`). Absent if none was shown; an unknown version counts as none. */
export const shownNotice = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
  .catch(undefined);

/** The form field that carries it. */
export const NOTICE_FIELD = '_notice';

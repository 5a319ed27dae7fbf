import { z } from 'zod';

/** The version of the notice that the page showed (`content/notices.ts`). A wrong version counts as undefined. */
export const shownNotice = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
  .catch(undefined);

export const NOTICE_FIELD = '_notice';

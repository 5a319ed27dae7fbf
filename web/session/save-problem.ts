import { ERRORS, isErrorCode, PAGE_ERRORS } from '#contract/errors.ts';
import type { CallResult } from '#web/api/call-api.ts';

/** What a save of the record that failed says (spec §7): the server's message, unless it is one for any failure. */
export function saveProblem(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): string {
  if (result.kind === 'offline') return PAGE_ERRORS.SAVE_FAILED;
  const { code, message } = result.refusal;
  const isGeneral =
    (isErrorCode(code) && message === ERRORS[code].message) || message === PAGE_ERRORS.NOT_READY;
  return result.status >= 500 && isGeneral ? PAGE_ERRORS.SAVE_FAILED : message;
}

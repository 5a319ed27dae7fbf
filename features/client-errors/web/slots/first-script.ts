import { WINDOW_ERROR } from '#content/features/client-errors.ts';
import { CLIENT_ERROR_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { watchErrors } from '#features/client-errors/web/watch-errors.ts';

/** The source text of the inline script that watches for errors. It runs before any other script is loaded. */
export default function startErrorWatch(): string {
  const { reports, ...longest } = CLIENT_ERROR_LIMITS;
  const watch = { sentence: WINDOW_ERROR, endpoint: CLIENT_ERRORS, reports, longest };
  return `(${watchErrors.toString()})(window,${JSON.stringify(watch)});`;
}

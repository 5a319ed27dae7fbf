import { PAGE_ERRORS } from '#contract/page-errors.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { toast } from '#web/ui/toasts.tsx';

/** Shows why a call failed; for a refused field, what to do about it. */
export function sayWhyNot(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): void {
  if (result.kind === 'offline') toast.error(PAGE_ERRORS.OFFLINE);
  else toast.error(result.refusal.fields?.[0]?.message ?? result.refusal.message);
  if (result.kind === 'refused' && result.status === 401) void sessionStore().confirm();
}

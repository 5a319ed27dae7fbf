import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { noticeSignedOut } from '#features/accounts/web/use-signed-in.ts';
import type { FailedCall, PromptResult } from '#web/api/call-api.ts';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import type { EnsureProof } from './use-proof.tsx';

type ActParts = {
  readonly reload: () => Promise<void>;
  /** Set for calls that need a fresh proof of identity. */
  readonly ensureProof?: EnsureProof | undefined;
};

/** Calls the server and shows its answer; shows nothing after a cancelled proof or prompt. `busy` names the running call. */
export function useAct({ reload, ensureProof }: ActParts) {
  const { busy, run } = useBusy<string>();

  /**
   * `take` gets the answer before the page's data are reloaded.
   * @returns whether the call succeeded
   */
  async function act<T extends object>(
    what: string,
    call: () => Promise<PromptResult<T>>,
    take?: (answer: T) => void,
  ): Promise<boolean> {
    const result = await run(what, async () =>
      ensureProof === undefined || (await ensureProof()) ? call() : undefined,
    );
    if (result === undefined || result.kind === 'cancelled') return false;
    if (result.kind === 'ok') {
      if ('message' in result.data) toast.success(String(result.data.message), ACTION);
      take?.(result.data);
    } else sayWhyNot(result);
    await reload();
    return result.kind === 'ok';
  }

  return { busy, act };
}

export function sayWhyNot(result: FailedCall): void {
  if (result.kind === 'offline') toast.error(PAGE_ERRORS.OFFLINE, ACTION);
  else toast.error(result.refusal.fields?.[0]?.message ?? result.refusal.message, ACTION);
  noticeSignedOut(result);
}

import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { redirectAnswerIn } from '#web/account/social/redirect-answer.ts';
import { ProofDialog } from './proof-dialog.tsx';
import type { Security } from './security-api.ts';
import { readSecurity } from './security-api.ts';

/**
 * Resolves once a proof is fresh; false when the person closes the dialog that asks for one. With `codeFollows` all of one but
 * its code will do, because what comes next asks for that.
 */
export type EnsureProof = (options?: { readonly codeFollows: boolean }) => Promise<boolean>;

/** `needsCode`: nothing else is lacking. */
type Asking = { readonly needsCode: boolean; readonly codeFollows: boolean };

/** Asks for a proof where none is fresh, before a call that needs one. */
export function useProof(
  security: Security,
  email: string,
): { readonly ensureProof: EnsureProof; readonly dialog: ReactNode } {
  const { state } = useLocation();
  // A redirect to a provider, in place of a blocked window, has come back, and only its code is lacking.
  const [asking, setAsking] = useState<Asking | null>(() =>
    security.needsCode && redirectAnswerIn(state)?.outcome === 'code-needed'
      ? { needsCode: true, codeFollows: false }
      : null,
  );
  const answer = useRef<(isProved: boolean) => void>(() => setAsking(null));

  async function ensureProof({ codeFollows } = { codeFollows: false }): Promise<boolean> {
    const result = await readSecurity();
    const { isProved: isFresh, needsCode } =
      result.kind === 'ok' ? result.data.data : { isProved: false, needsCode: false };
    if (isFresh || (needsCode && codeFollows)) return true;
    setAsking({ needsCode, codeFollows });
    const isProved = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    // At once: a dialog that goes closes the provider's window that it opened, and the next one may be open by then.
    flushSync(() => setAsking(null));
    return isProved;
  }

  return {
    ensureProof,
    dialog: asking && (
      <ProofDialog
        {...asking}
        security={security}
        email={email}
        onAnswer={(isProved) => answer.current(isProved)}
      />
    ),
  };
}

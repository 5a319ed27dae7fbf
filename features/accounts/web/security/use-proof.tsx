import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SECURITY_WORDS } from '#content/security.ts';
import { noticeSignedOut } from '#features/accounts/web/use-signed-in.ts';
import { Modal } from '#web/ui/modal.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { usePart } from '#web/ui/use-part.ts';
import type { ArrivedProof } from './arrived-proof.ts';
import { readSecurity, type Security } from './second-steps.ts';

const loadProveIdentity = () => import('./prove-identity.tsx');

const WORDS = SECURITY_WORDS.proof;

/** Asks for a proof of identity. Resolves with false if the person gives none. With `codeFollows`, the proof needs no code. */
export type EnsureProof = (options?: { readonly codeFollows: boolean }) => Promise<boolean>;

type Asking = {
  readonly security: Security;
  readonly codeFollows: boolean;
  readonly arrived?: ArrivedProof | null;
};

export function useProof(
  security: Security,
  email: string,
  arrived: ArrivedProof | null = null,
): { readonly ensureProof: EnsureProof; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<Asking | null>(
    arrived && isUnfinished(arrived, security) ? { security, codeFollows: false, arrived } : null,
  );
  const { run } = useBusy();
  const answer = useRef<(isProved: boolean) => void>(() => setAsking(null));
  const ProveIdentity = usePart(loadProveIdentity, asking !== null, () => answer.current(false));

  async function ask(codeFollows: boolean): Promise<boolean> {
    const result = await readSecurity();
    if (noticeSignedOut(result)) return false;
    const known =
      result.kind === 'ok' ? result.data.data : { ...security, isProved: false, needsCode: false };
    if (known.isProved || (known.needsCode && codeFollows)) return true;
    setAsking({ security: known, codeFollows });
    const isProved = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    // Unmounts the dialog at once. Unmounting closes the provider's window, so a late unmount could close a newer window.
    flushSync(() => setAsking(null));
    return isProved;
  }

  return {
    // Only one dialog is open at a time, because a dialog's answer belongs to one caller.
    ensureProof: async ({ codeFollows } = { codeFollows: false }) =>
      (await run(true, () => ask(codeFollows))) === true,
    dialog: asking && ProveIdentity && (
      <Modal id="proof" title={WORDS.title} text={WORDS.text} onCancel={() => answer.current(false)}>
        <ProveIdentity
          {...asking}
          email={email}
          purpose="proof"
          words={WORDS}
          onProved={async () => {
            answer.current(true);
            return null;
          }}
          onCancel={() => answer.current(false)}
        />
      </Modal>
    ),
  };
}

/** True if the proof at a provider is too old, or still needs a second step. */
function isUnfinished({ outcome, isStale }: ArrivedProof, { needsCode }: Security): boolean {
  return isStale || (outcome === 'code-needed' && needsCode);
}

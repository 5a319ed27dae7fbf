import type { ArrivedProof } from '#features/accounts/web/security/arrived-proof.ts';
import { PROVIDER_NAMES } from '#features/social-sign-in/contract.ts';
import { redirectAnswerIn, socialFailure } from '#features/social-sign-in/web/social-report.ts';

/** Reads the proof of identity after a redirect to a provider. The page redirects if the browser blocks the popup. */
export default function arrivedProofIn(state: unknown): ArrivedProof | null {
  const { provider, outcome } = redirectAnswerIn(state) ?? {};
  if (!provider || !outcome) return null;
  const by = PROVIDER_NAMES[provider];
  if (outcome === 'proved' || outcome === 'code-needed')
    return { outcome, isStale: false, by, noticeFor: () => null };
  return {
    outcome: 'failed',
    isStale: outcome === 'login-not-fresh',
    by,
    noticeFor: (purpose) => socialFailure(provider, outcome, purpose),
  };
}

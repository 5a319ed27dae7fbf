import { REASONS, RECOVERY_PROOFS } from '#contract/console.ts';
import { CLOSED_REASONS } from '#contract/errors.ts';

/** What stands beside an action: the reason of an operator as a sentence, anything else as it is. */
export function detailInWords(action: string, detail: string): string {
  const words = wordsOf(action);
  return detail
    .split(', ')
    .map((code) => words[code] ?? code)
    .join('; ');
}

function wordsOf(action: string): Readonly<Record<string, string>> {
  if (action === 'account-closed') return CLOSED_REASONS;
  if (action === 'recovery-planned') return RECOVERY_PROOFS;
  // A role may be called like a reason.
  return action.startsWith('staff-') ? {} : REASONS;
}

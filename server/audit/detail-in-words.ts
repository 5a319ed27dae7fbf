import { AUDIT_DETAILS } from '#content/audited-actions.ts';
import { CLOSED_REASONS } from '#contract/errors.ts';
import { REASONS } from '#contract/reasons.ts';
import { ROLE_NAMES, ROLES } from '#contract/roles.ts';
import { RECOVERY_PROOFS } from '#features/undo-changes/contract.ts';
import { isHashOfId } from './deletions.ts';

/** What stands beside an action as a sentence, where it is a code of ours; anything else as it is. */
export function detailInWords(action: string, detail: string): string {
  if (isHashOfId(detail)) return '';
  const words = wordsOf(action);
  return detail
    .split(', ')
    .map((code) => words[code] ?? code)
    .join('; ');
}

function wordsOf(action: string): Readonly<Record<string, string>> {
  if (action === 'account-closed') return { ...CLOSED_REASONS, ...REASONS };
  if (action === 'recovery-planned') return RECOVERY_PROOFS;
  // A role may be called like a reason.
  if (action.startsWith('staff-')) return ROLE_WORDS;
  return { ...AUDIT_DETAILS, ...REASONS };
}

const ROLE_WORDS = Object.fromEntries(ROLE_NAMES.map((name) => [name, `As ${name}: ${ROLES[name]}`]));

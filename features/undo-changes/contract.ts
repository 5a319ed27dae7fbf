/** The endpoints of `features/undo-changes/bodies.ts`, apart from those that every page loads. */
export const CHANGES_API = {
  notMe: '/api/account/not-me',
  takeBack: '/api/account/not-me/take-back',
  decide: '/api/account/changes',
} as const;

/**
 * What may show that somebody who lost the second step or the passkeys is the owner of an account. A recovery needs two; no
 * one of us decides by a feeling.
 */
export const RECOVERY_PROOFS = {
  mailbox: 'Answered a letter of ours from the address on file',
  call: 'Was called at a number that we knew before, and knew of the request',
  identity: 'Showed an identity document with the name on file',
  payment: 'Named the amount and the day of their last payment',
  message: 'Said what their last message to us was about',
  colleague: 'A colleague of ours knows them and spoke with them',
} as const;
export type RecoveryProof = keyof typeof RECOVERY_PROOFS;
export const RECOVERY_PROOF_NAMES = Object.keys(RECOVERY_PROOFS) as readonly RecoveryProof[];
export const RECOVERY_PROOFS_LEAST = 2;
/** What whoever reads the mailbox finds there: our answers quote a message, and receipts name a payment. Anybody can send the last message. */
const OF_THE_MAILBOX: readonly RecoveryProof[] = ['mailbox', 'payment', 'message'];

/** How many proofs these are: those of the mailbox are one. */
export function countRecoveryProofs(proofs: readonly RecoveryProof[]): number {
  return new Set(proofs.map((proof) => (OF_THE_MAILBOX.includes(proof) ? 'mailbox' : proof))).size;
}
/** Hours in which the owner of an account can stop its recovery. */
export const RECOVERY_HOURS = 24;
/** Where operators plan one. */
export const PERSON_RECOVERY = '/console/person/:id/recovery';

/** Paths of the API that few pages call; those that every page loads are in `contract/paths.ts`. */
export const CHANGES_API = {
  notMe: '/api/account/not-me',
  takeBack: '/api/account/not-me/take-back',
  decide: '/api/account/changes',
} as const;

/** What an operator may accept as a proof of ownership. The recovery of an account needs two of these proofs. */
export const RECOVERY_PROOFS = {
  mailbox: 'Answered an email of ours from the address on file',
  call: 'Was called at a number that we already had, and knew of the request',
  identity: 'Showed an identity document with the name on file',
  payment: 'Named the amount and the day of their last payment',
  message: 'Said what their last message to us was about',
  colleague: 'One of our colleagues knows them and spoke with them',
} as const;
export type RecoveryProof = keyof typeof RECOVERY_PROOFS;
export const RECOVERY_PROOF_NAMES = Object.keys(RECOVERY_PROOFS) as readonly RecoveryProof[];
export const RECOVERY_PROOFS_LEAST = 2;
/** The proofs that somebody who reads the owner's mailbox can give, because mails quote messages and name payments. */
const OF_THE_MAILBOX: readonly RecoveryProof[] = ['mailbox', 'payment', 'message'];

/** Counts the proofs. All proofs that a reader of the owner's mailbox can give count as one. */
export function countRecoveryProofs(proofs: readonly RecoveryProof[]): number {
  return new Set(proofs.map((proof) => (OF_THE_MAILBOX.includes(proof) ? 'mailbox' : proof))).size;
}
/** The hours in which the owner can stop a planned recovery. */
export const RECOVERY_HOURS = 24;
export const PERSON_RECOVERY = '/console/person/:id/recovery';

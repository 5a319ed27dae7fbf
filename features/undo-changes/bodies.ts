import { z } from 'zod';
import { acceptedWith } from '#contract/answers.ts';
import { id } from '#contract/fields.ts';
import { existingPassword, linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

/** The changes that the owner is told of, and can stop (docs/decisions/0069-told-and-stopped.md). */
export const CHANGE_KINDS = [
  'device',
  'password',
  'passkeys',
  'providers',
  'second-step',
  'address',
  'recovery',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `POST /api/account/not-me`, by the mailed link: freezes the account. Answers `NotMeAnswer`; refusal LINK_NOT_VALID. */
export const notMeBody = z.object({ token: linkToken });

/** `kept`: a signed-in person confirmed the change before, so the link freezes nothing. */
export const notMeAnswer = acceptedWith({ kind: z.enum(['frozen', 'kept']) });
export type NotMeAnswer = z.infer<typeof notMeAnswer>;

/**
 * `POST /api/account/not-me/take-back`, by the mailed link and what only the owner knows: the password from before the change, or a
 * recovery code. Answers `AcceptedAnswer`; refusals LINK_NOT_VALID, TAKE_BACK_REFUSED.
 */
export const takeBackBody = z.object({ token: linkToken, proof: existingPassword });

/** `POST /api/account/changes`: decides a contested change, in a session with a fresh proof. Refusal CHANGE_DECIDED. */
export const decideBody = z.object({
  id,
  decision: z.enum(['take-back', 'keep']),
});

/** A contested change, as the security page shows it. */
export type ContestedChange = {
  readonly id: string;
  /** A sentence. */
  readonly what: string;
  readonly createdAt: string;
};

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    /** The contested changes, newest first. */
    readonly contested: readonly ContestedChange[];
  }
}

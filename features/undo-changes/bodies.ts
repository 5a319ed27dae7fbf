import { z } from 'zod';
import { acceptedWith } from '#contract/answers.ts';
import { id } from '#contract/fields.ts';
import { existingPassword, linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

/** Kinds of account changes that the owner is mailed about and can stop (docs/decisions/0069-account-changes-are-mailed-and-can-be-undone.md). */
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

/** `POST /api/account/not-me`, with the mailed token: freezes the account. Answers `NotMeAnswer`; refusal LINK_NOT_VALID. */
export const notMeBody = z.object({ token: linkToken });

/** `kept`: a signed-in person had confirmed the change before, so the link freezes nothing. */
export const notMeAnswer = acceptedWith({ kind: z.enum(['frozen', 'kept']) });
export type NotMeAnswer = z.infer<typeof notMeAnswer>;

/**
 * `POST /api/account/not-me/take-back` undoes a change, with the token of the mailed link and a secret of the owner: the
 * password from before the change, or a recovery code. Answers `AcceptedAnswer`; refusals LINK_NOT_VALID,
 * TAKE_BACK_REFUSED.
 */
export const takeBackBody = z.object({ token: linkToken, proof: existingPassword });

/** `POST /api/account/changes`: undoes or keeps a contested change, after a fresh proof of identity. Refusal CHANGE_DECIDED. */
export const decideBody = z.object({
  id,
  decision: z.enum(['take-back', 'keep']),
});

/** A change that was reported as not made by the owner, as the security page shows it. */
export type ContestedChange = {
  readonly id: string;
  /** A sentence that describes the change. */
  readonly what: string;
  readonly createdAt: string;
};

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    /** The contested changes of the account, newest first. */
    readonly contested: readonly ContestedChange[];
  }
}

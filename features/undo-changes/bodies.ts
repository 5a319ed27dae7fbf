import { z } from 'zod';
import type { CHANGES_TOLD } from '#content/features/undo-changes.ts';
import { acceptedWith } from '#contract/answers.ts';
import { id } from '#contract/fields.ts';
import { existingPassword, linkToken } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

/**
 * The kinds of changes to an account. The owner is mailed about each change and can stop it
 * (docs/decisions/0069-account-changes-are-mailed-and-can-be-undone.md).
 */
export type ChangeKind = keyof typeof CHANGES_TOLD;

export const notMeBody = z.object({ token: linkToken });

/** `kept`: a signed-in person had confirmed the change, so the link freezes nothing. */
export const notMeAnswer = acceptedWith({ kind: z.enum(['frozen', 'kept']) });
export type NotMeAnswer = z.infer<typeof notMeAnswer>;

/** `proof`: the password from before the change, or a recovery code. */
export const takeBackBody = z.object({ token: linkToken, proof: existingPassword });

export const decideBody = z.object({
  id,
  decision: z.enum(['take-back', 'keep']),
});

export type ContestedChange = {
  readonly id: string;
  readonly what: string;
  readonly createdAt: string;
};

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly contested: readonly ContestedChange[];
  }
}

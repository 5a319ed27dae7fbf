import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { acceptedWith, answeredId } from '#contract/answers.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { ID_MAX, id, line } from '#contract/fields.ts';
import { PASSKEY_NAME_MAX } from '#contract/limits.ts';
import type {} from '#features/accounts/security-bodies.ts';

/** The purposes for which a page asks for a passkey. `add` and `proof` need a session. */
export const PASSKEY_PURPOSES = ['add', 'sign-in', 'proof'] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

export const passkeyOptionsBody = z.object({ purpose: z.enum(PASSKEY_PURPOSES) });
export const passkeyOptionsAnswer = z.object({
  success: z.literal(true),
  options: z.custom<AddOptions | UseOptions>().meta({ type: 'object', examples: [{ challenge: 'q1Wb…' }] }),
});
export type PasskeyOptionsAnswer<O> = { readonly success: true; readonly options: O };
export type AddOptions = PublicKeyCredentialCreationOptionsJSON;
export type UseOptions = PublicKeyCredentialRequestOptionsJSON;

const bytes = z.base64url(SCHEMA_ERRORS.NOT_A_TEXT).max(20_000);
const credential = { id: bytes.max(ID_MAX), rawId: bytes, type: z.literal('public-key') };

export const addPasskeyBody = z.object({
  answer: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
    clientExtensionResults: z.object({ credProps: z.object({ rk: z.boolean().optional() }).optional() }),
  }),
});
/** `codes`: the new recovery codes, which are shown only once. Empty if the account already had recovery codes. */
export const passkeyAddedAnswer = acceptedWith({
  codes: z.array(z.string()).readonly(),
  set: answeredId.exactOptional(),
});
export type PasskeyAddedAnswer = z.infer<typeof passkeyAddedAnswer>;
export type AddedPasskey = z.infer<typeof addPasskeyBody>['answer'];

const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type UsedPasskey = z.infer<typeof usedPasskey>;

export const provePasskeyBody = z.object({ answer: usedPasskey });

export const signInPasskeyBody = z.object({
  answer: usedPasskey,
  rememberDevice: z.boolean(SCHEMA_ERRORS.NOT_A_BOOLEAN),
});

export const renamePasskeyBody = z.object({
  id,
  name: line(PASSKEY_NAME_MAX, SCHEMA_ERRORS.PASSKEY_NAME_MISSING),
});

export const removePasskeyBody = z.object({ id });

export type PasskeyEntry = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /**
   * Whether a person can sign in with this passkey without typing an address. False if the passkey’s device does not store the
   * account.
   */
  readonly opensAccount: boolean;
};

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly passkeys: readonly PasskeyEntry[];
  }
}

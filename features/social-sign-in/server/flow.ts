import { z } from 'zod';
import { PROVIDERS, SOCIAL_PURPOSES } from '#features/social-sign-in/contract.ts';
import { type Keyring, seal, unseal } from '#server/settings/keyring.ts';

const flow = z.object({
  provider: z.enum(PROVIDERS),
  event: z.string(),
  purpose: z.enum(SOCIAL_PURPOSES),
  mode: z.enum(['popup', 'redirect']),
  remember: z.boolean(),
  /** Ties the answer to this browser. */
  state: z.string(),
  /** Ties the ID token to this request. */
  nonce: z.string(),
  /** PKCE: whoever catches the code cannot use it. */
  verifier: z.string(),
  /** Where the provider sends the visitor back to. */
  redirectUri: z.string(),
  /** The version of the notice that was shown beside the button. */
  notice: z.string().optional(),
  /** For other purposes than signing in: the session that must come back. */
  sessionId: z.string().optional(),
  /** Milliseconds. */
  startedAt: z.number(),
});

/**
 * A sign-in with a provider that is under way, kept in the browser and signed: the server stores nothing between start
 * and callback (docs/decisions/0016).
 */
export type SocialFlow = Readonly<z.infer<typeof flow>>;

/** Long enough to find a password and a second factor. */
export const FLOW_SECONDS = 10 * 60;

const PURPOSE = 'social-sign-in';

export function sealFlow(keyring: Keyring, value: SocialFlow): string {
  return seal(keyring, PURPOSE, value, value.startedAt + FLOW_SECONDS * 1_000);
}

/** `undefined` for a value that is not ours, was changed, or is too old. */
export function openFlow(keyring: Keyring, value: string | undefined, now: Date): SocialFlow | undefined {
  return unseal(keyring, PURPOSE, value, { schema: flow, now });
}

type Press = Pick<SocialFlow, 'event' | 'mode'>;

/** As `SocialStart.event` wants it; without a `~`, which parts what a state is made of. */
export const eventOfPress = z.string().regex(/^[\w-]{8,64}$/);

const press = z.object({ event: eventOfPress, mode: z.enum(['popup', 'redirect']) });

/** The `state` of a request to a provider: whose press it is, and something that only this browser's cookie knows. */
export function createState({ event, mode }: Press, secret: string): string {
  return `${event}~${mode}~${secret}`;
}

/** The press that an answer names, if any. Anybody can write that: use it only to report a failure to that press. */
export function pressIn(state: string): Press | undefined {
  const [event, mode] = state.split('~');
  return press.safeParse({ event, mode }).data;
}

import type { AcceptedAnswer } from '#contract/messages.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type {
  AddOptions,
  PasskeyAddedAnswer,
  PasskeyOptionsAnswer,
  PasskeyPurpose,
  UseOptions,
} from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { type CallResult, type PromptResult, postBody } from '#web/api/call-api.ts';
import { endPrompt, type Prompted, promptToAdd, promptToUse } from './prompts.ts';

/** Creates a passkey on a device that the person chooses, and adds it to the account. Needs a fresh proof of identity. */
export async function addPasskey(): Promise<PromptResult<PasskeyAddedAnswer>> {
  const asked = await fetchOptions<AddOptions>('add');
  if (asked.kind !== 'ok') return asked;
  return send(await promptToAdd(asked.data.options), PASSKEY_API.add);
}

/** Proves the identity of the signed-in person by a passkey. */
export async function proveByPasskey(): Promise<PromptResult<AcceptedAnswer>> {
  return use('proof', () => ({}));
}

/**
 * Signs in with a passkey. With `autofill` the browser offers passkeys in the email field, until the signal aborts or
 * another prompt begins.
 */
export function signInByPasskey(
  rememberDevice: () => boolean,
  autofill?: AbortSignal,
): Promise<PromptResult<SessionAnswer>> {
  return use('sign-in', () => ({ rememberDevice: rememberDevice() }), autofill);
}

function fetchOptions<O>(purpose: PasskeyPurpose): Promise<CallResult<PasskeyOptionsAnswer<O>>> {
  return postBody(PASSKEY_API.options, { purpose });
}

async function use<T>(
  purpose: 'sign-in' | 'proof',
  more: () => object,
  autofill?: AbortSignal,
): Promise<PromptResult<T>> {
  const asked = await fetchOptions<UseOptions>(purpose);
  if (autofill?.aborted) return { kind: 'cancelled' };
  // Nobody asked for the autofill offer, so its failure is not shown.
  if (asked.kind !== 'ok') return autofill ? { kind: 'cancelled' } : asked;
  autofill?.addEventListener('abort', endPrompt);
  return send(await promptToUse(asked.data.options, autofill !== undefined), path(purpose), more);
}

const path = (purpose: 'sign-in' | 'proof') => (purpose === 'proof' ? PASSKEY_API.proof : PASSKEY_API.signIn);

async function send<T>(
  prompted: Prompted<unknown>,
  to: string,
  more: () => object = () => ({}),
): Promise<PromptResult<T>> {
  if (prompted.kind === 'cancelled') return prompted;
  if (prompted.kind === 'answered') return postBody(to, { answer: prompted.answer, ...more() });
  const refusal = { success: false, code: 'PASSKEY_REFUSED', message: prompted.sentence } as const;
  return { kind: 'refused', status: 0, refusal };
}

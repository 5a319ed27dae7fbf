import type { AcceptedAnswer } from '#contract/messages.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { PasskeyAddedAnswer } from '#features/passkeys/bodies.ts';
import type { PromptResult } from '#web/api/call-api.ts';

type Calls = typeof import('./passkey-calls.ts');

/** Makes a passkey on a device that the person chooses, and adds it to the account. Never throws, like the others. */
export function addPasskey(): Promise<PromptResult<PasskeyAddedAnswer>> {
  return withCalls((calls) => calls.addPasskey());
}

/** Proves the identity of the signed-in person. */
export function proveByPasskey(): Promise<PromptResult<AcceptedAnswer>> {
  return withCalls((calls) => calls.proveByPasskey());
}

/** Signs in; with `autofill` from the browser's offer in the email field. */
export function signInByPasskey(
  rememberDevice: () => boolean,
  autofill?: AbortSignal,
): Promise<PromptResult<SessionAnswer>> {
  return withCalls((calls) => calls.signInByPasskey(rememberDevice, autofill));
}

/** Loads the passkey code when one is asked for. */
async function withCalls<T>(call: (calls: Calls) => Promise<PromptResult<T>>): Promise<PromptResult<T>> {
  try {
    return await call(await import('./passkey-calls.ts'));
  } catch {
    // The script did not arrive.
    return { kind: 'offline' };
  }
}

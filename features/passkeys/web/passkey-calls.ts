import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
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

const FAILURES: Readonly<Record<string, string>> = {
  InvalidStateError: PASSKEY_WORDS.isThere,
  // Browsers report a closed prompt, a timeout and the lack of a passkey with the same error.
  NotAllowedError: PASSKEY_WORDS.notUsed,
};

export async function addPasskey(): Promise<PromptResult<PasskeyAddedAnswer>> {
  const asked = await fetchOptions<AddOptions>('add');
  if (asked.kind !== 'ok') return asked;
  return send(startRegistration({ optionsJSON: asked.data.options }), PASSKEY_API.add);
}

export async function proveByPasskey(): Promise<PromptResult<AcceptedAnswer>> {
  const asked = await fetchOptions<UseOptions>('proof');
  if (asked.kind !== 'ok') return asked;
  return send(startAuthentication({ optionsJSON: asked.data.options }), PASSKEY_API.proof);
}

/**
 * Signs in with a passkey. With `autofill`, the browser offers passkeys in the email field until the signal aborts or
 * another prompt begins.
 */
export async function signInByPasskey(
  rememberDevice: () => boolean,
  autofill?: AbortSignal,
): Promise<PromptResult<SessionAnswer>> {
  const asked = await fetchOptions<UseOptions>('sign-in');
  if (autofill?.aborted) return { kind: 'cancelled' };
  // Nobody asked for the autofill offer, so no failure is shown.
  if (asked.kind !== 'ok') return autofill ? { kind: 'cancelled' } : asked;
  autofill?.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  const prompt = startAuthentication({
    optionsJSON: asked.data.options,
    useBrowserAutofill: autofill !== undefined,
  });
  return send(prompt, PASSKEY_API.signIn, () => ({ rememberDevice: rememberDevice() }));
}

function fetchOptions<O>(purpose: PasskeyPurpose): Promise<CallResult<PasskeyOptionsAnswer<O>>> {
  return postBody(PASSKEY_API.options, { purpose });
}

async function send<T>(
  prompt: Promise<unknown>,
  path: string,
  more: () => object = () => ({}),
): Promise<PromptResult<T>> {
  let answer: unknown;
  try {
    answer = await prompt;
  } catch (error) {
    return failureOf(error);
  }
  return postBody(path, { answer, ...more() });
}

/** The result of a prompt that failed. `cancelled` if another prompt or leaving the page ended the prompt. */
function failureOf(error: unknown): PromptResult<never> {
  const cause = error instanceof WebAuthnError ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'AbortError') return { kind: 'cancelled' };
  const message = FAILURES[name] ?? PASSKEY_WORDS.notHere;
  return { kind: 'refused', status: 0, refusal: { success: false, code: 'PASSKEY_REFUSED', message } };
}

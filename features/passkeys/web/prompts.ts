import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import type { AddOptions, UseOptions } from '#features/passkeys/bodies.ts';

/** The outcome of the browser's passkey prompt. `cancelled`: by the person, by another prompt, or by leaving the page. */
export type Prompted<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Asks the device to create a passkey. Closes another open prompt. Never throws. */
export function promptToAdd(options: AddOptions): Promise<Prompted<unknown>> {
  return outcomeOf(startRegistration({ optionsJSON: options }));
}

/**
 * Asks the browser for a passkey. Closes another open prompt. Never throws. With `autofill`, the email field offers the
 * passkeys instead of a dialog.
 */
export function promptToUse(options: UseOptions, autofill: boolean): Promise<Prompted<unknown>> {
  return outcomeOf(startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill }));
}

export function endPrompt(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function outcomeOf(prompt: Promise<unknown>): Promise<Prompted<unknown>> {
  try {
    return { kind: 'answered', answer: await prompt };
  } catch (error) {
    const cause = error instanceof WebAuthnError ? error.cause : error;
    const name = cause instanceof Error ? cause.name : '';
    // Browsers report a refusal, a timeout and an empty choice with the same error.
    if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'cancelled' };
    const isThere = name === 'InvalidStateError';
    return { kind: 'failed', sentence: isThere ? PASSKEY_WORDS.isThere : PASSKEY_WORDS.notHere };
  }
}

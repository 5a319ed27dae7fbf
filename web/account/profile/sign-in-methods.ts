import { useCallback, useEffect, useState } from 'react';
import type { SignInMethodsAnswer } from '#contract/identity.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PROVIDERS, type Provider } from '#contract/social.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';

/** How the user can reauthenticate: with the password if the account has one, else with a linked provider or a passkey. */
export type WayToProve =
  | { readonly kind: 'loading' }
  | { readonly kind: 'password'; readonly needsCode: boolean }
  | { readonly kind: 'providers'; readonly providers: readonly Provider[]; readonly hasPasskey: boolean }
  | { readonly kind: 'failed'; readonly result: Exclude<CallResult<unknown>, { kind: 'ok' }> };

/** Asks the server how the signed-in user can reauthenticate, on mount and at each `retry`. */
export function useWayToProve(): { readonly way: WayToProve; readonly retry: () => void } {
  const [way, setWay] = useState<WayToProve>({ kind: 'loading' });
  const ask = useCallback(async () => {
    setWay({ kind: 'loading' });
    const result = await callAccount<SignInMethodsAnswer>(ACCOUNT_API.signInMethods);
    setWay(wayIn(result));
    // The session has ended: update the session store.
    if (result.kind === 'refused' && result.status === 401) void sessionStore().confirm();
  }, []);
  useEffect(() => void ask(), [ask]);
  return { way, retry: () => void ask() };
}

/** Falls back to the password for an account without a known method; the server refuses it then. */
export function wayIn(result: CallResult<SignInMethodsAnswer>): WayToProve {
  if (result.kind !== 'ok') return { kind: 'failed', result };
  const { methods, secondStep: needsCode } = result.data;
  const providers = PROVIDERS.filter((provider) => methods.includes(provider));
  const hasPasskey = methods.includes('passkey');
  return methods.includes('password') || (providers.length === 0 && !hasPasskey)
    ? { kind: 'password', needsCode }
    : { kind: 'providers', providers, hasPasskey };
}

import { useCallback, useEffect, useState } from 'react';
import type { SignInMethodsAnswer } from '#contract/identity.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PROVIDERS, type Provider } from '#contract/social.ts';
import { sessionStore } from '#web/account/session/session.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/** How somebody can prove once more who they are: with their password, where they have one, else with a provider. */
export type WayToProve =
  | { readonly kind: 'loading' }
  | { readonly kind: 'password' }
  | { readonly kind: 'providers'; readonly providers: readonly Provider[] }
  | { readonly kind: 'failed'; readonly result: Exclude<CallResult<unknown>, { kind: 'ok' }> };

/** The way for whoever is signed in, asked from the server when the caller appears, and again by `retry`. */
export function useWayToProve(): { readonly way: WayToProve; readonly retry: () => void } {
  const [way, setWay] = useState<WayToProve>({ kind: 'loading' });
  const ask = useCallback(async () => {
    setWay({ kind: 'loading' });
    const result = await callAccount<SignInMethodsAnswer>(ACCOUNT_API.signInMethods);
    setWay(wayIn(result));
    // The session is over: the profile has to know.
    if (result.kind === 'refused' && result.status === 401) void sessionStore().confirm();
  }, []);
  useEffect(() => void ask(), [ask]);
  return { way, retry: () => void ask() };
}

/** What the server's answer comes to. An account without any way we know is asked for a password: the server decides. */
export function wayIn(result: CallResult<SignInMethodsAnswer>): WayToProve {
  if (result.kind !== 'ok') return { kind: 'failed', result };
  const { methods } = result.data;
  const providers = PROVIDERS.filter((provider) => methods.includes(provider));
  return methods.includes('password') || providers.length === 0
    ? { kind: 'password' }
    : { kind: 'providers', providers };
}

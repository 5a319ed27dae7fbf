import { ACCOUNT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { BENCH_PASSWORD } from './confirmed-accounts.ts';
import { runWrk, type WrkFigures } from './wrk.ts';

/**
 * So many people at once who sign in, each with an account of their own, and the next one as soon as one is in. The
 * accounts are those of `addConfirmedAccounts`, from this place on. Rejects when one of them was refused.
 */
export function signInLoad(
  url: string,
  { seconds, atOnce, from }: { seconds: number; atOnce: number; from: number },
): Promise<WrkFigures> {
  return runWrk(`${url}${ACCOUNT_API.signIn}`, {
    seconds,
    connections: atOnce,
    headers: {
      origin: PROCESS_ORIGIN,
      'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
      'content-type': 'application/json',
    },
    script: `local n = ${from - 1}
request = function()
  n = n + 1
  return wrk.format("POST", nil, nil,
    string.format('{"email":"person-%d@example.com","password":"${BENCH_PASSWORD}","rememberDevice":true}', n))
end`,
  });
}

import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import type { CookieNames } from '#server/accounts/cookies.ts';
import { endSession, type Session } from '#server/accounts/sessions.ts';
import { hashToken } from '#server/accounts/token-hash.ts';

/** What a cookie of a browser is a token of. A sign-up that waits keeps its mailed link. */
const TOKENS_OF = {
  device: 'devices',
  trusted: 'trusted_browsers',
  signInStep: 'sign_in_steps',
  passkey: 'webauthn_challenges',
} as const satisfies Partial<Record<keyof CookieNames, string>>;

/** Ends what the cookies of a browser stand for: whoever has a copy of them can do nothing with it. */
export async function forgetBrowser(
  deps: AccountsDeps,
  session: Session | undefined,
  tokenIn: (cookie: keyof CookieNames) => string | undefined,
): Promise<void> {
  if (session !== undefined) await endSession(deps, session);
  for (const [cookie, table] of Object.entries(TOKENS_OF)) {
    const token = tokenIn(cookie as keyof typeof TOKENS_OF);
    if (token !== undefined)
      await deps.db.deleteFrom(table).where('token_hash', '=', hashToken(token)).execute();
  }
}

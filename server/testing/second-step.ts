import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { totpOf } from '#features/two-step/server/totp.ts';
import { PASSWORD, type Person } from './people.ts';
import type { TestApp } from './test-app.ts';

export const HALF_MINUTE = 30_000;

export type App = {
  /** The code that the authenticator app shows now, or after `later` half minutes. */
  readonly code: (later?: number) => string;
  readonly recoveryCodes: readonly string[];
};

/**
 * Turns on the second step. Proves the identity by the password; for an account with a passkey, call `proveByPasskey` before. Uses
 * up the app's current code.
 */
export async function withSecondStep(
  { deps: { clock } }: Pick<TestApp, 'deps'>,
  { browser }: Pick<Person, 'browser'>,
): Promise<App> {
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const { secret } = (await browser.post(SECOND_STEP_API.begin)).json;
  const code = (later = 0) => totpOf(secret).generate({ timestamp: clock().getTime() + later * HALF_MINUTE });
  const confirmed = await browser.post(SECOND_STEP_API.confirm, { code: code() });
  if (confirmed.status !== 200) throw new Error(`could not turn on: ${confirmed.text}`);
  return { code, recoveryCodes: confirmed.json.codes };
}

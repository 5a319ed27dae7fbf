import { passkeyFactor } from '#features/passkeys/server/factor.ts';
import { providerFactor } from '#features/social-sign-in/server/factor.ts';
import { appFactor, recoveryCodesFactor } from '#features/two-step/server/factor.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Factor } from './factor.ts';
import { passwordFactor } from './password-factor.ts';

export const FACTORS: readonly Factor[] = [
  passwordFactor,
  providerFactor,
  passkeyFactor,
  appFactor,
  recoveryCodesFactor,
];

/**
 * Whether a first step alone proves nothing at this account: it has a passkey or a confirmed app. The one definition: resets,
 * providers that join, proofs, rights and the console all ask here.
 */
export async function isGuarded(db: Db | Tx, userId: string): Promise<boolean> {
  for (const { guards, list } of FACTORS) if (guards && (await list(db, userId)).length > 0) return true;
  return false;
}

/** The earliest time from which one of the account's factors opens the console; undefined where no factor guards it. */
export async function consoleOpensFrom(db: Db | Tx, userId: string): Promise<string | undefined> {
  const times: string[] = [];
  for (const { guards, list } of FACTORS)
    if (guards)
      for (const { opensConsoleFrom } of await list(db, userId))
        if (opensConsoleFrom !== null) times.push(opensConsoleFrom);
  return times.sort()[0];
}

import { latestBirthDate } from '#contract/age.ts';
import { type Keyring, sign, verify } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/** How long whoever showed their age may take to sign up, or to come back from a provider. */
export const AGE_SECONDS = 60 * 60;

const PURPOSE = 'age-met';

/** Whether somebody of that date of birth has reached the age. */
export function isOldEnough(birthDate: string, minimumAge: number, now: Date): boolean {
  return birthDate <= latestBirthDate(now.toISOString().slice(0, 10), minimumAge);
}

/** What a browser keeps of it: the age that was asked for, until when it counts, and our signature; no date. */
export function sealAge(keyring: Keyring, minimumAge: number, now: Date): string {
  const payload = `${minimumAge}.${now.getTime() + AGE_SECONDS * 1_000}`;
  return `${payload}.${sign(keyring, PURPOSE, payload)}`;
}

export type ShownAge = { readonly met: number; readonly minimum: number };

/** The age that a browser has shown to have reached by its cookie, beside the one that is asked for. */
export function shownAge(
  {
    keyring,
    clock,
    settings,
  }: Pick<AccountsDeps, 'keyring' | 'clock'> & { readonly settings: Pick<Settings, 'minimumAge'> },
  cookie: string | undefined,
): ShownAge {
  return { met: ageIn(keyring, cookie, clock()), minimum: settings.minimumAge };
}

/** The age that this browser has shown to have reached; 0 for none, and for a value that is not ours or too old. */
function ageIn(keyring: Keyring, value: string | undefined, now: Date): number {
  const [age = '', until = '', signature = ''] = value?.split('.') ?? [];
  const isValid = verify(keyring, PURPOSE, `${age}.${until}`, signature) && Number(until) > now.getTime();
  return isValid ? Number(age) : 0;
}

import { z } from 'zod';
import { latestBirthDate } from '#contract/age.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Keyring, seal, unseal } from '#server/settings/keyring.ts';
import { dayOf, HOUR_MS } from '#server/time.ts';

/** How long the cookie allows a sign-up, or a return from a provider. */
export const AGE_MS = HOUR_MS;

const PURPOSE = 'age-met';

export function isOldEnough(birthDate: string, minimumAge: number, now: Date): boolean {
  return birthDate <= latestBirthDate(dayOf(now), minimumAge);
}

const schema = z.number();

/** The value of the cookie, signed: the minimum age and an end, not the date of birth. */
export function sealAge(keyring: Keyring, minimumAge: number, now: Date): string {
  return seal(keyring, PURPOSE, minimumAge, now.getTime() + AGE_MS);
}

export type ProvedAge = { readonly met: number; readonly minimum: number };

/** `met`: the age that the cookie of a browser proves, 0 for none. `minimum`: the age that is asked for. */
export function provedAge({ keyring, clock, settings }: AppDeps, cookie: string | undefined): ProvedAge {
  return {
    met: unseal(keyring, PURPOSE, cookie, { schema, now: clock() }) ?? 0,
    minimum: settings.minimumAge,
  };
}

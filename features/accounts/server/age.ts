import { z } from 'zod';
import { latestBirthDate } from '#contract/age.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Keyring, seal, unseal } from '#server/settings/keyring.ts';
import { dayOf, HOUR_MS } from '#server/time.ts';

/** How long a person who showed their age may take to sign up, or to come back from a provider. */
export const AGE_MS = HOUR_MS;

const PURPOSE = 'age-met';

/** Whether somebody of that date of birth has reached the age. */
export function isOldEnough(birthDate: string, minimumAge: number, now: Date): boolean {
  return birthDate <= latestBirthDate(dayOf(now), minimumAge);
}

const schema = z.number();

/** What a browser keeps of it: the age that was asked for, until when it counts, and our signature; no date. */
export function sealAge(keyring: Keyring, minimumAge: number, now: Date): string {
  return seal(keyring, PURPOSE, minimumAge, now.getTime() + AGE_MS);
}

export type ShownAge = { readonly met: number; readonly minimum: number };

/** The age that a browser has shown to have reached by its cookie, 0 for none, beside the one that is asked for. */
export function shownAge({ keyring, clock, settings }: AppDeps, cookie: string | undefined): ShownAge {
  return {
    met: unseal(keyring, PURPOSE, cookie, { schema, now: clock() }) ?? 0,
    minimum: settings.minimumAge,
  };
}

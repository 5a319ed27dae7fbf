import { z } from 'zod';
import type { AppDeps } from '#server/feature.ts';
import { type Keyring, seal, unseal } from '#server/settings/keyring.ts';
import { HOUR_MS } from '#server/time.ts';

/** How long the age cookie is valid. */
export const AGE_MS = HOUR_MS;

const PURPOSE = 'age-met';

const schema = z.number();

/** The sealed value has the minimum age and an expiry time, not the date of birth. */
export function sealAge(keyring: Keyring, minimumAge: number, now: Date): string {
  return seal(keyring, PURPOSE, minimumAge, now.getTime() + AGE_MS);
}

export type ProvedAge = { readonly met: number; readonly minimum: number };

/** `met`: the age that the cookie proves; 0 for none. */
export function provedAge({ keyring, clock, settings }: AppDeps, cookie: string | undefined): ProvedAge {
  return {
    met: unseal(keyring, PURPOSE, cookie, { schema, now: clock() }) ?? 0,
    minimum: settings.minimumAge,
  };
}

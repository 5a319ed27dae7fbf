import { LINK_HOURS } from '#content/link-hours.ts';
import { PAGES } from '#content/page-paths.ts';
import type { Deps } from '#server/feature.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import { hashToken } from './hashes.ts';

export const LINK_MS = { confirm: LINK_HOURS.confirm * HOUR_MS, reset: LINK_HOURS.reset * HOUR_MS } as const;

export function newLink({ newToken, clock, origin }: Deps, page: string, ms: number) {
  const token = newToken();
  const expiresAt = timeAfter(clock(), ms);
  return { link: linkWith({ origin }, page, token), tokenHash: hashToken(token), expiresAt };
}

export function linkWith({ origin }: Pick<Deps, 'origin'>, page: string, token: string): string {
  return `${origin}${page}?token=${token}`;
}

/** These links are for people who already have an account. */
export function signInLinks({ origin }: Pick<Deps, 'origin'>) {
  const signInLink = `${origin}${PAGES.auth}`;
  return { signInLink, resetLink: `${signInLink}?view=reset` };
}

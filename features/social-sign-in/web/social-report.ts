import { filled } from '#contract/page-errors.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import {
  isSocialErrorCode,
  PROVIDER_NAMES,
  PROVIDERS,
  type Provider,
  SOCIAL_CHANNEL,
  type SocialCallback,
  type SocialErrorCode,
  type SocialOutcome,
  type SocialPurpose,
  type SocialReport,
} from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS, SOCIAL_HEADLINES } from '#features/social-sign-in/refusals.ts';
import { openChannel } from '#web/api/between-tabs.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { SocialRequest } from './sign-in-popup.ts';

export type CallbackAnswer = Pick<SocialCallback, 'event' | 'outcome' | 'mode'> & {
  /** Null if the URL names no known provider. */
  readonly provider: Provider | null;
};

/** Reads the query of the callback page. Unknown outcomes become `internal-error`, so that no text is injected. */
export function answerIn(search: URLSearchParams): CallbackAnswer | null {
  const outcome = search.get('outcome');
  if (outcome === null) return null;
  return {
    event: search.get('event') ?? '',
    outcome: isOutcome(outcome) ? outcome : 'internal-error',
    provider: providerIn(search.get('provider')),
    mode: search.get('mode') === 'redirect' ? 'redirect' : 'popup',
  };
}

/** Parses a report. Null for any other value. */
export function parseReport(value: unknown): SocialReport | null {
  if (typeof value !== 'object' || value === null) return null;
  const { event, outcome, provider } = value as Record<string, unknown>;
  const known = providerIn(provider);
  if (typeof event !== 'string' || event === '' || known === null || !isOutcome(outcome)) return null;
  return { event, outcome, provider: known };
}

/** Sends a report by channel and by localStorage, because the other window may support only one of these ways. */
export function sendReport(report: SocialReport): void {
  const channel = openChannel(SOCIAL_CHANNEL);
  channel?.postMessage(report);
  channel?.close();
  writeStored(SOCIAL_CHANNEL, JSON.stringify(report));
  writeStored(SOCIAL_CHANNEL, null);
}

/** Passes on each report as it arrived, unchecked. The same report may come twice. */
export function listenForReports(hear: (report: unknown) => void): void {
  openChannel(SOCIAL_CHANNEL)?.addEventListener('message', ({ data }) => hear(data));
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SOCIAL_CHANNEL && newValue !== null) hear(parseObject(newValue));
  });
}

/** The page after a redirect to a provider gets this as history state. */
export type RedirectAnswer = {
  readonly provider: Provider;
  readonly outcome: Exclude<SocialOutcome, 'signed-in'>;
};

/** Reads the result from the history state; null if there is none. */
export function redirectAnswerIn(state: unknown): RedirectAnswer | null {
  if (typeof state !== 'object' || state === null || !('social' in state)) return null;
  const { provider, outcome } = state.social as Record<string, unknown>;
  const known = providerIn(provider);
  return known && isOutcome(outcome) && outcome !== 'signed-in' ? { provider: known, outcome } : null;
}

const KEY = 'socialRedirect';

type Redirect = Pick<SocialRequest, 'purpose' | 'remember' | 'next'> & { readonly event: string };

/** Stores what a redirect is for. If storage is blocked, the answer counts as a sign-in. */
export function rememberRedirect(redirect: Redirect): void {
  writeStored(KEY, JSON.stringify(redirect), 'sessionStorage');
}

/**
 * Returns the stored redirect and removes it. Null if the answer belongs to another redirect. An answer without an id of the
 * attempt (`event`) counts as the answer to the stored redirect.
 */
export function takeRedirect(event: string): Redirect | null {
  const redirect = parseObject(readStored(KEY, 'sessionStorage')) as Redirect | null;
  writeStored(KEY, null, 'sessionStorage');
  return event === '' || redirect?.event === event ? redirect : null;
}

function isOutcome(value: unknown): value is SocialOutcome {
  return value === 'signed-in' || value === 'proved' || value === 'code-needed' || isSocialErrorCode(value);
}

function providerIn(value: unknown): Provider | null {
  return PROVIDERS.find((provider) => provider === value) ?? null;
}

/**
 * The banner for a failed provider window: a fixed headline and the next step. If the window was opened to prove the identity
 * or to link a provider, the headline does not mention signing in, because the person is signed in already.
 */
export function socialFailure(
  provider: Provider,
  code: SocialErrorCode,
  purpose: SocialPurpose,
): BannerMessage {
  const name = PROVIDER_NAMES[provider];
  const text =
    purpose === 'sign-in'
      ? filled(SOCIAL_HEADLINES.SOCIAL_SIGN_IN_FAILED, { provider: name })
      : filled(SOCIAL_HEADLINES.NOT_CONFIRMED, { provider: name });
  return { tone: 'error', text, detail: SOCIAL_ERRORS[code] };
}

/** The error code when a page reports “signed in” but the server does not confirm it. */
export function codeOfSession(result: CallResult<SessionAnswer>): SocialErrorCode {
  if (result.kind === 'offline') return 'network-request-failed';
  return result.kind === 'refused' && result.status === 429 ? 'too-many-requests' : 'internal-error';
}

import {
  isSocialErrorCode,
  PROVIDERS,
  type Provider,
  SOCIAL_CHANNEL,
  type SocialOutcome,
  type SocialReport,
} from '#contract/social.ts';
import { parseObject, writeStored } from '#web/api/storage.ts';

/** What the address of the callback page says. */
export type CallbackAnswer = Pick<SocialReport, 'event' | 'outcome' | 'mode'> & {
  /** Null when the address names none that we know. */
  readonly provider: Provider | null;
};

/**
 * The query of `PAGES.authCallback`; null for the bare page. Whatever is not in the catalogue reads as `internal-error`:
 * no link may put words of its own on the page.
 */
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

/** What another window said on the channel; null for anything that is not a report. */
export function parseReport(value: unknown): SocialReport | null {
  if (typeof value !== 'object' || value === null) return null;
  const { event, outcome, provider, mode } = value as Record<string, unknown>;
  const known = providerIn(provider);
  if (typeof event !== 'string' || event === '' || known === null || !isOutcome(outcome)) return null;
  return { event, outcome, provider: known, mode: mode === 'redirect' ? 'redirect' : 'popup' };
}

/**
 * Tells every window of this site. Both ways are always tried, as this window cannot know which of them the other one
 * has; whoever hears it twice counts it once.
 */
export function sendReport(report: SocialReport): void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(SOCIAL_CHANNEL);
    channel.postMessage(report);
    channel.close();
  }
  writeStored(SOCIAL_CHANNEL, JSON.stringify(report));
  writeStored(SOCIAL_CHANNEL, null);
}

/** Hears what `sendReport` tells in other windows, unread and possibly twice. */
export function listenForReports(hear: (report: unknown) => void): void {
  if (typeof BroadcastChannel !== 'undefined') {
    new BroadcastChannel(SOCIAL_CHANNEL).addEventListener('message', ({ data }) => hear(data));
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SOCIAL_CHANNEL && newValue !== null) hear(parseObject(newValue));
  });
}

function isOutcome(value: unknown): value is SocialOutcome {
  return value === 'signed-in' || value === 'proved' || isSocialErrorCode(value);
}

function providerIn(value: unknown): Provider | null {
  return PROVIDERS.find((provider) => provider === value) ?? null;
}

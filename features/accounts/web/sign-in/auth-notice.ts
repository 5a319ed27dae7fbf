import { PAGE_ERRORS } from '#contract/page-errors.ts';
import type { FailedCall } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

export function success(text: string): BannerMessage {
  return { tone: 'success', text };
}

/**
 * The banner for a failed call: the server's message, or a message about the lost connection. If the site itself failed,
 * `headline` is shown above that message (docs/product.md, "Social sign-in").
 */
export function failure(result: FailedCall, headline?: string): BannerMessage {
  const reason = result.kind === 'offline' ? PAGE_ERRORS.OFFLINE : result.refusal.message;
  const isOurs = result.kind === 'offline' || result.status >= 500;
  const said = headline && isOurs ? { text: headline, detail: reason } : { text: reason };
  return { tone: 'error', ...said };
}

/** True if the request was right so far but needs a code or the date of birth. */
export function isMoreNeeded(result: { readonly kind: string; readonly status?: number }): boolean {
  return result.kind === 'refused' && result.status === 428;
}

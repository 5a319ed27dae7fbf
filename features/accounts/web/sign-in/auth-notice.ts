import { PAGE_ERRORS } from '#contract/page-errors.ts';
import type { CallResult, FailedCall } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

export function success(text: string): BannerMessage {
  return { tone: 'success', text };
}

export function failed(text: string): BannerMessage {
  return { tone: 'error', text };
}

/** If the site itself failed, `headline` stands above the message (docs/product.md, "Social sign-in"). */
export function failure(result: FailedCall, headline?: string): BannerMessage {
  const reason = result.kind === 'offline' ? PAGE_ERRORS.OFFLINE : result.refusal.message;
  const said = headline && isSiteFailure(result) ? { text: headline, detail: reason } : { text: reason };
  return { tone: 'error', ...said };
}

/** The request was right so far but needs a code or the date of birth. */
export function isMoreNeeded(result: { readonly kind: string; readonly status?: number }): boolean {
  return result.kind === 'refused' && result.status === 428;
}

/** True without an answer, or after a server error that the visitor can do nothing about. */
export function isSiteFailure(result: CallResult<unknown>): boolean {
  return result.kind === 'offline' || (result.kind === 'refused' && result.status >= 500);
}

import type { SessionAnswer } from '#contract/identity.ts';
import { type Provider, SOCIAL_POPUP, type SocialErrorCode, type SocialPurpose } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { parseReport } from './social-report.ts';

/** What a press on a provider's button asks for. */
export type SocialRequest = {
  readonly provider: Provider;
  readonly purpose: SocialPurpose;
  /** "Remember this device" (decisions §3.7). */
  readonly remember: boolean;
};

/** How a press goes on. A failure is not the end: a `signed-in` or `proved` may still follow it. */
export type SocialStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly code: SocialErrorCode }
  | { readonly kind: 'signed-in'; readonly user: UserRecord }
  | { readonly kind: 'proved' };

/** As much of a `Window` as is needed. */
export type PopupWindow = { readonly closed: boolean; focus(): void; close(): void };

export type SignInPopupParts = {
  /** An id that nobody can guess, as `SocialStart` wants it. */
  readonly newEvent: () => string;
  /** Opens the provider's window; null where the browser does not let it. */
  readonly open: (event: string, request: SocialRequest) => PopupWindow | null;
  /** Goes on in the page itself. */
  readonly redirect: (event: string, request: SocialRequest) => void;
  readonly fetchSession: () => Promise<CallResult<SessionAnswer>>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Does the work after so many milliseconds, unless what it returns is called before. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly pollMs: number;
};

/** Long enough to read the sentence about it, or to hear it read out. */
export const BLOCKED_PAUSE_MS = 5_000;
/** A window that was just found closed may have closed itself, its report still on the way. */
export const SETTLE_MS = 1_000;

type Press = {
  readonly event: string;
  readonly request: SocialRequest;
  readonly tell: (step: SocialStep) => void;
  popup: PopupWindow | null;
  /** Its report has come: another one is the same once more. */
  heard: boolean;
  look: () => void;
  stopTimer: () => void;
};

/**
 * The rules of spec §9 and decisions §3.9 for windows of Google and GitHub: one press at a time, what counts as closed,
 * which reports count. Time, windows and the network are handed in.
 *
 * A browser may cut the link to the window when the provider's page asks for it; `closed` is true from then on though
 * the person is still signing in. So a press that was told as closed stays known, and its report counts when it comes.
 */
export function createSignInPopup(parts: SignInPopupParts) {
  const presses = new Map<string, Press>();
  let current: Press | null = null;
  let newest: Press | null = null;

  /** Must be called inside the press: elsewhere browsers open no window. */
  function start(request: SocialRequest, tell: (step: SocialStep) => void): void {
    if (current) fail(current, 'cancelled-popup-request');
    const press: Press = {
      event: parts.newEvent(),
      request,
      tell,
      popup: null,
      heard: false,
      look: () => undefined,
      stopTimer: () => undefined,
    };
    presses.set(press.event, press);
    newest = press;
    press.popup = parts.open(press.event, request);
    if (press.popup === null || press.popup.closed) {
      tell({ kind: 'failed', code: 'popup-blocked' });
      current = press;
      press.stopTimer = parts.later(() => {
        finish(press);
        parts.redirect(press.event, request);
      }, BLOCKED_PAUSE_MS);
      return;
    }
    current = press;
    tell({ kind: 'waiting' });
    press.popup.focus();
    watch(press, press.popup);
  }

  function watch(press: Press, popup: PopupWindow): void {
    let lastOpen = parts.now();
    let isClosed = false;
    press.look = () => {
      if (isClosed) return;
      press.stopTimer();
      if (!popup.closed) {
        lastOpen = parts.now();
        press.stopTimer = parts.later(press.look, parts.pollMs);
        return;
      }
      isClosed = true;
      // Counted from when it was seen open, the report is in time whenever in between it closed.
      const left = lastOpen + SOCIAL_POPUP.closedWithinMs - parts.now();
      press.stopTimer = parts.later(() => fail(press, 'popup-closed-by-user'), Math.max(left, SETTLE_MS));
    };
    press.stopTimer = parts.later(press.look, parts.pollMs);
  }

  function fail(press: Press, code: SocialErrorCode): void {
    finish(press);
    press.tell({ kind: 'failed', code });
  }

  function finish(press: Press): void {
    press.stopTimer();
    press.look = () => undefined;
    if (current === press) current = null;
  }

  /** Takes whatever came on the channel. Unknown events and repetitions change nothing. */
  async function hear(message: unknown): Promise<void> {
    const report = parseReport(message);
    const press = presses.get(report?.event ?? '');
    if (!report || !press || press.heard || report.provider !== press.request.provider) return;
    press.heard = true;
    parts.later(() => presses.delete(press.event), SOCIAL_POPUP.eventsRememberedMs);
    press.stopTimer();
    // The window closes itself where it may; this one may where that one may not. An older press has lent its window.
    if (press === newest) press.popup?.close();
    if (report.outcome === (press.request.purpose === 'deletion' ? 'proved' : 'signed-in')) {
      await succeed(press);
      return;
    }
    // How an older press failed is of no interest while a newer one goes on.
    if (press !== newest) return;
    const isError = report.outcome !== 'signed-in' && report.outcome !== 'proved';
    fail(press, isError ? report.outcome : 'internal-error');
  }

  async function succeed(press: Press): Promise<void> {
    if (current && current !== press) {
      current.popup?.close();
      finish(current);
    }
    if (press.request.purpose === 'deletion') {
      finish(press);
      press.tell({ kind: 'proved' });
      return;
    }
    const result = await parts.fetchSession();
    finish(press);
    if (result.kind === 'ok' && result.data.data) {
      press.tell({ kind: 'signed-in', user: result.data.data });
    } else if (press === newest) {
      press.tell({ kind: 'failed', code: codeOfSession(result) });
    }
  }

  return {
    start,
    hear,
    /** Looks at once whether the window is closed: for the moment in which the page gets the focus back. */
    look: () => current?.look(),
    /** The visitor does something else: nothing more is told about the press, unless its report comes all the same. */
    abandon(): void {
      if (!current) return;
      current.popup?.close();
      finish(current);
    },
  };
}

/** A report says "signed in" and the server does not: what to say about it. */
export function codeOfSession(result: CallResult<SessionAnswer>): SocialErrorCode {
  if (result.kind === 'offline') return 'network-request-failed';
  return result.kind === 'refused' && result.status === 429 ? 'too-many-requests' : 'internal-error';
}

import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import {
  type Provider,
  SOCIAL_POPUP,
  type SocialOutcome,
  type SocialPurpose,
} from '#features/social-sign-in/contract.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { codeOfSession, parseReport } from './social-report.ts';

export type SocialRequest = {
  readonly provider: Provider;
  readonly purpose: SocialPurpose;
  /** The choice “Remember this device” (docs/product.md, "Sessions"). */
  readonly remember: boolean;
  /** The page to which a redirect leads back; null or absent for the usual page. */
  readonly next?: string | null;
};

/** Reports the state of a sign-in. Even after an error, a late `signed-in` (with the user) or `proved` may follow. */
export type TellSocial = (state: 'waiting' | SocialOutcome, user?: UserRecord) => void;

export type PopupWindow = { readonly closed: boolean; focus(): void; close(): void };

type SignInPopupParts = {
  /** Returns a random id for `SocialStart`. */
  readonly newEvent: () => string;
  readonly open: (event: string, request: SocialRequest) => PopupWindow | null;
  /** Opens the provider in the page's own window. */
  readonly redirect: (event: string, request: SocialRequest) => void;
  readonly fetchSession: () => Promise<CallResult<SessionAnswer>>;
  readonly now: () => number;
  /** Runs `work` after a delay. Returns a function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly pollMs: number;
};

/** The pause before the page itself goes to the provider: the person needs time to read that the window was blocked. */
export const BLOCKED_PAUSE_MS = 5_000;
/** The wait after a window has closed, because the report of a window that closed itself needs time to arrive. */
export const SETTLE_MS = 1_000;

type Press = {
  readonly event: string;
  readonly request: SocialRequest;
  readonly tell: TellSocial;
  popup: PopupWindow | null;
  /** True once a report for this sign-in has arrived. Later reports are repeats. */
  heard: boolean;
  look: () => void;
  stopTimer: () => void;
};

/**
 * Allows one sign-in at a time (docs/product.md, "Social sign-in"). A provider's page may cut the link to its window
 * (COOP): `closed` is then true although the person is still signing in. So a sign-in that seemed closed is remembered, and
 * its late report still counts.
 */
export function createSignInPopup(parts: SignInPopupParts) {
  const presses = new Map<string, Press>();
  let current: Press | null = null;
  let newest: Press | null = null;

  /** Opens the provider's window. Call this function in the click handler, because browsers block the window elsewhere. */
  function start(request: SocialRequest, tell: TellSocial): void {
    if (current) end(current, 'cancelled-popup-request');
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
      tell('popup-blocked');
      current = press;
      press.stopTimer = parts.later(() => {
        finish(press);
        parts.redirect(press.event, request);
      }, BLOCKED_PAUSE_MS);
      return;
    }
    current = press;
    tell('waiting');
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
      // Nobody knows when exactly the window closed, so the wait begins with the last check that found it open.
      const left = lastOpen + SOCIAL_POPUP.closedWithinMs - parts.now();
      press.stopTimer = parts.later(() => end(press, 'popup-closed-by-user'), Math.max(left, SETTLE_MS));
    };
    press.stopTimer = parts.later(press.look, parts.pollMs);
  }

  function end(press: Press, ...told: Parameters<TellSocial>): void {
    finish(press);
    press.tell(...told);
  }

  function finish(press: Press): void {
    press.stopTimer();
    press.look = () => undefined;
    if (current === press) current = null;
  }

  /** Handles a report. Ignores unknown events and repeats. */
  async function hear(message: unknown): Promise<void> {
    const report = parseReport(message);
    const press = presses.get(report?.event ?? '');
    if (!report || !press || press.heard || report.provider !== press.request.provider) return;
    press.heard = true;
    parts.later(() => presses.delete(press.event), SOCIAL_POPUP.eventsRememberedMs);
    press.stopTimer();
    // Closes the window, because browsers do not let every window close itself. Only the newest sign-in has a window: it has taken
    // over the window of the older ones.
    if (press === newest) press.popup?.close();
    if (report.outcome === (press.request.purpose === 'sign-in' ? 'signed-in' : 'proved')) {
      await succeed(press);
      return;
    }
    // Ignores a failure of an older sign-in, because a newer one has replaced it.
    if (press !== newest) return;
    const isOfOtherPurpose = report.outcome === 'signed-in' || report.outcome === 'proved';
    end(press, isOfOtherPurpose ? 'internal-error' : report.outcome);
  }

  async function succeed(press: Press): Promise<void> {
    if (current && current !== press) {
      current.popup?.close();
      finish(current);
    }
    if (press.request.purpose !== 'sign-in') return end(press, 'proved');
    const result = await parts.fetchSession();
    finish(press);
    if (result.kind === 'ok' && result.data.data) press.tell('signed-in', result.data.data);
    else if (press === newest) press.tell(codeOfSession(result));
  }

  return {
    start,
    hear,
    look: () => current?.look(),
    /** Closes the window and stops waiting. A late report still counts. */
    abandon(): void {
      if (!current) return;
      current.popup?.close();
      finish(current);
    },
  };
}

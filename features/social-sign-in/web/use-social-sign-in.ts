import { useEffect, useRef, useState } from 'react';
import { NOTICES } from '#content/notices.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { SignInPage } from '#features/accounts/web/sign-in/sign-in-slots.ts';
import {
  isSocialErrorCode,
  type Provider,
  SOCIAL_API,
  SOCIAL_POPUP,
  SOCIAL_SETTINGS,
  type SocialErrorCode,
  type SocialMode,
  type SocialStart,
} from '#features/social-sign-in/contract.ts';
import { getAnswer, isMobile } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';
import { createSignInPopup, type PopupWindow, type SocialRequest, type TellSocial } from './sign-in-popup.ts';
import { listenForReports, rememberRedirect, socialFailure } from './social-report.ts';

type SocialHandlers = Pick<SignInPage, 'onNotice'> &
  Partial<Pick<SignInPage, 'onSignedIn' | 'onAgeNeeded'>> & {
    readonly onProved?: () => void;
    readonly onCodeNeeded?: () => void;
  };

/**
 * Signs in with a provider. Unmounting closes the window. If the sign-in still succeeds, the session store gets the
 * result.
 */
export function useSocialSignIn(handlers: SocialHandlers) {
  const [waitingFor, setWaitingFor] = useState<Provider | null>(null);
  const isHere = useRef(false);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // Stops waiting for the window. A late report still counts.
      popup?.abandon();
    };
  }, []);

  /** Opens the provider's window. Call this function in the click handler, because browsers block the window elsewhere. */
  function press(request: SocialRequest): void {
    latest.current.onNotice(null);
    const tell: TellSocial = (state, user) => take(state, request, user);
    const code = blockedBy(request);
    if (code) tell(code);
    else thePopup().start(request, tell);
  }

  function take(state: Parameters<TellSocial>[0], request: SocialRequest, user?: UserRecord): void {
    if (!isHere.current) {
      if (user) sessionStore().tell(user, request.remember, 'social');
      return;
    }
    const { onNotice, onSignedIn, onProved, onCodeNeeded, onAgeNeeded } = latest.current;
    setWaitingFor(state === 'waiting' ? request.provider : null);
    if (user) onSignedIn?.(user, request.remember, 'social');
    else if (state === 'proved') onProved?.();
    else if (state === 'code-needed') onCodeNeeded?.();
    else if (isSocialErrorCode(state)) {
      const tell = state === 'age-needed' ? (onAgeNeeded ?? onNotice) : onNotice;
      tell(socialFailure(request.provider, state, request.purpose));
    }
  }

  return { waitingFor, press };
}

/** All sign-ins share one window, so that a second press does not leave the first window open. */
const WINDOW_NAME = 'social-sign-in';

let popup: ReturnType<typeof createSignInPopup> | undefined;

/** The error if a sign-in is impossible because of the site's settings or a lost connection. */
function blockedBy({ provider }: SocialRequest): SocialErrorCode | null {
  const { authorizedDomains, providers } = publicSettingsOf(SOCIAL_SETTINGS);
  if (!authorizedDomains.includes(window.location.hostname)) return 'unauthorized-domain';
  if (!providers[provider]) return 'operation-not-allowed';
  return navigator.onLine === false ? 'network-request-failed' : null;
}

function thePopup() {
  if (popup) return popup;
  const created = createSignInPopup({
    newEvent,
    open: openWindow,
    redirect: (event, request) => {
      const { purpose, remember, next } = request;
      rememberRedirect({ event, purpose, remember, next: next ?? null });
      window.location.assign(startAddress(event, request, 'redirect'));
    },
    fetchSession: () => getAnswer<SessionAnswer>(ACCOUNT_API.session),
    now: () => performance.now(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    pollMs: isMobile(navigator) ? SOCIAL_POPUP.pollMobileMs : SOCIAL_POPUP.pollMs,
  });
  listenForReports((report) => void created.hear(report));
  window.addEventListener('focus', created.look);
  document.addEventListener('visibilitychange', created.look);
  popup = created;
  return created;
}

function openWindow(event: string, request: SocialRequest): PopupWindow | null {
  const { width, height } = SOCIAL_POPUP;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return window.open(
    startAddress(event, request, 'popup'),
    WINDOW_NAME,
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  );
}

function startAddress(
  event: string,
  { provider, purpose, remember }: SocialRequest,
  mode: SocialMode,
): string {
  // Only buttons that sign in have the notice beside them.
  const shown = purpose === 'sign-in' ? { notice: NOTICES['sign-up'].version } : {};
  const query: SocialStart = { event, purpose, mode, remember: remember ? 'true' : 'false', ...shown };
  return `${pathFor(SOCIAL_API.start, provider)}?${new URLSearchParams(query)}`;
}

/** The id has 128 bits. `crypto.randomUUID` exists only on https. */
function newEvent(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

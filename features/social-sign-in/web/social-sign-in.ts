import { NOTICES } from '#content/notices.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import {
  SOCIAL_API,
  SOCIAL_POPUP,
  SOCIAL_SETTINGS,
  type SocialErrorCode,
  type SocialMode,
  type SocialStart,
} from '#features/social-sign-in/contract.ts';
import { getAnswer, isMobile } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { createSignInPopup, type PopupWindow, type SocialRequest, type SocialStep } from './sign-in-popup.ts';
import { rememberRedirect } from './social-redirect.ts';
import { listenForReports } from './social-report.ts';

/** All sign-ins share one window, so that a second press does not leave a first window open. */
const WINDOW_NAME = 'social-sign-in';

let popup: ReturnType<typeof createSignInPopup> | undefined;

/**
 * Signs in with a provider in a popup (docs/product.md, "Social sign-in"). Must be called in the click handler, or the browser blocks the
 * popup. Never throws; reports each state by `tell`.
 */
export function startSocialSignIn(request: SocialRequest, tell: (step: SocialStep) => void): void {
  const code = blockedBy(request);
  if (code) tell({ kind: 'failed', code });
  else thePopup().start(request, tell);
}

/** Stops waiting for the popup, or for the redirect after a blocked popup. A late report still counts. */
export function abandonSocialSignIn(): void {
  popup?.abandon();
}

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
  // The notice is shown beside each button that signs in, but not beside others.
  const shown = purpose === 'sign-in' ? { notice: NOTICES['sign-up'].version } : {};
  const query: SocialStart = { event, purpose, mode, remember: remember ? 'true' : 'false', ...shown };
  return `${pathFor(SOCIAL_API.start, provider)}?${new URLSearchParams(query)}`;
}

/** A random id of 128 bits. `crypto.randomUUID` exists only on https. */
function newEvent(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

import { DEVELOPER_TOOLS } from '#content/features/devtools-guard.ts';
import { noteAlert } from './alerted-gap.ts';
import { isBlockedKey, isBlockedMenu, isInEditableField } from './blocked-input.ts';
import { hasGrownGap, hasRealGap, isMeasured, isPanel, isSameWindow, type WindowLook } from './window-gap.ts';

const LOOK_EACH_MS = 1_000;

/**
 * The developer-tools guard (docs/product.md, "Developer-tools guard"). Checks the window size each second. If developer tools may
 * be open, it shows an alert and reloads the page, but keeps a page with unsent text. A tab does this once for each gap between
 * window and page. Returns a function that stops the guard.
 */
export function startGuard(page: Window & typeof globalThis): () => void {
  const ratioFollowsZoom = !page.navigator.vendor.startsWith('Apple');
  let before: WindowLook | undefined;
  let roomiest: WindowLook | undefined;

  const look = () => {
    // On-screen keyboards and split screens also make a page smaller.
    const mayDiffer = page.document.hidden || page.matchMedia('(pointer: coarse)').matches;
    const now = mayDiffer || !isMeasured(page) ? undefined : lookAt(page);
    // Inner and outer sizes change one after the other during a resize, so a gap must last for two checks.
    const hasSettled = now !== undefined && before !== undefined && isSame(now, before);
    before = now;
    if (now === undefined) roomiest = undefined;
    if (!hasSettled) return;
    const last = roomiest !== undefined && isSameWindow(roomiest, now) ? roomiest : now;
    roomiest = {
      ...now,
      innerWidth: Math.max(last.innerWidth, now.innerWidth),
      innerHeight: Math.max(last.innerHeight, now.innerHeight),
    };
    if (!(ratioFollowsZoom ? hasGrownGap(roomiest, now) : hasRealGap(now))) return;
    if (isPanel(roomiest, now) || !noteAlert(() => page.sessionStorage, now)) return;
    page.alert(DEVELOPER_TOOLS);
    if (!hasUnsavedInput(page)) page.location.reload();
  };

  const onKey = (event: KeyboardEvent) => {
    if (isBlockedKey(event, isInEditableField(event))) event.preventDefault();
  };
  const onMenu = (event: MouseEvent) => {
    if (isBlockedMenu(event, page.getSelection())) event.preventDefault();
  };

  look();
  const timer = setInterval(look, LOOK_EACH_MS);
  page.addEventListener('keydown', onKey, true);
  page.addEventListener('contextmenu', onMenu, true);
  return () => {
    clearInterval(timer);
    page.removeEventListener('keydown', onKey, true);
    page.removeEventListener('contextmenu', onMenu, true);
  };
}

function hasUnsavedInput({ typed = new Set() }: Pick<Window, 'typed'>): boolean {
  return ([...typed] as HTMLInputElement[]).some(
    ({ isConnected, value, defaultValue = '' }) => isConnected && value !== defaultValue,
  );
}

function lookAt(page: WindowLook): WindowLook {
  const { outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio } = page;
  return { outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio };
}

function isSame(a: WindowLook, b: WindowLook): boolean {
  return isSameWindow(a, b) && a.innerWidth === b.innerWidth && a.innerHeight === b.innerHeight;
}

import { DEVELOPER_TOOLS } from '#content/features/devtools-guard.ts';
import { readStored, writeStored } from '#web/api/storage.ts';
import { isBlockedKey, isBlockedMenu, isInEditableField } from './blocked-input.ts';
import {
  hasGrownGap,
  hasRealGap,
  isMeasured,
  isPanel,
  isSameWindow,
  MOST_GAP,
  type WindowLook,
  type WindowSize,
} from './window-gap.ts';

const LOOK_EACH_MS = 1_000;

/**
 * The developer-tools guard (docs/product.md, "Developer-tools guard"). Checks the window size each second. If developer tools
 * may be open, it shows an alert, and reloads the page unless the page has unsent text. A tab does this once for each gap between
 * window and page. Returns a function that stops the guard.
 */
export function startGuard(): () => void {
  const ratioFollowsZoom = !window.navigator.vendor.startsWith('Apple');
  let before: WindowLook | undefined;
  let roomiest: WindowLook | undefined;

  const look = () => {
    // Touch devices are left out, because on-screen keyboards and split screens also shrink a page.
    const mayDiffer = window.document.hidden || window.matchMedia('(pointer: coarse)').matches;
    const now = mayDiffer || !isMeasured(window) ? undefined : lookAt(window);
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
    if (isPanel(roomiest, now) || !noteAlert(now)) return;
    window.alert(DEVELOPER_TOOLS);
    if (!hasUnsavedInput()) window.location.reload();
  };

  const onKey = (event: KeyboardEvent) => {
    if (isBlockedKey(event, isInEditableField(event))) event.preventDefault();
  };
  const onMenu = (event: MouseEvent) => {
    if (isBlockedMenu(event, window.getSelection())) event.preventDefault();
  };

  look();
  const timer = setInterval(look, LOOK_EACH_MS);
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  window.addEventListener('keydown', onKey, options);
  window.addEventListener('contextmenu', onMenu, options);
  return () => {
    clearInterval(timer);
    end.abort();
  };
}

function hasUnsavedInput(): boolean {
  return ([...(window.typed ?? [])] as HTMLInputElement[]).some(
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

const KEY = 'devtoolsGuardGap';

/**
 * Records the gap between window and page before an alert, so that nobody is disturbed twice. Returns false if the tab already
 * alerted at a gap within 200 px of this one, or if storage is not available. No alert may then be shown.
 */
function noteAlert(size: WindowSize): boolean {
  const gap = [size.outerWidth - size.innerWidth, size.outerHeight - size.innerHeight];
  const text = gap.join(' ');
  const known = readStored(KEY, 'sessionStorage')?.split(' ').map(Number) ?? [];
  if (gap.every((pixels, axis) => Math.abs(pixels - (known[axis] ?? Number.NaN)) <= MOST_GAP)) return false;
  return writeStored(KEY, text, 'sessionStorage') && readStored(KEY, 'sessionStorage') === text;
}

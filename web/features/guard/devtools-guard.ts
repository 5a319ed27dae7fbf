import { ALERTS } from '#content/guard.ts';
import { isBlockedKey, isBlockedMenu, isInEditableField } from './blocked-input.ts';
import { isFreshReload, rememberNow, takeMinute } from './reload-limit.ts';
import { hasRealGap, type WindowSize } from './window-gap.ts';

const LOOK_EACH_MS = 1_000;

/**
 * The developer-tools guard (spec §8 and §9, decisions §8). Looks at the window each second; on a gap that developer
 * tools may be the cause of it says so and reloads, at most once a minute in all tabs. Blocks the context menu and the
 * keys that open the tools, outside of fields. In doubt it does nothing. Calling what it returns ends it.
 */
export function startGuard(page: Window & typeof globalThis): () => void {
  const storage = () => page.localStorage;
  let before: WindowSize | undefined;

  const look = () => {
    // Keyboards on the screen and split screens of tablets shrink a page as well.
    const mayDiffer = page.document.hidden || page.matchMedia('(any-pointer: coarse)').matches;
    const now = mayDiffer ? undefined : sizeOf(page);
    // While a window is being resized its two sizes come one after the other, so a gap has to stand for two looks.
    const hasSettled = now !== undefined && before !== undefined && isSameSize(now, before);
    before = now;
    if (!hasSettled || !hasRealGap(now) || isFreshReload(page.performance)) return;
    if (!takeMinute(storage, Date.now())) return;
    page.alert(ALERTS.developerTools);
    // The alert may have stood open for long; the minute counts from the reload.
    if (rememberNow(storage, Date.now())) page.location.reload();
  };

  const onKey = (event: KeyboardEvent) => {
    if (isBlockedKey(event) && !isInEditableField(event)) event.preventDefault();
  };
  const onMenu = (event: MouseEvent) => {
    if (isBlockedMenu(event) && !isInEditableField(event)) event.preventDefault();
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

function sizeOf({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSize): WindowSize {
  return { outerWidth, outerHeight, innerWidth, innerHeight };
}

function isSameSize(a: WindowSize, b: WindowSize): boolean {
  return (
    a.outerWidth === b.outerWidth &&
    a.outerHeight === b.outerHeight &&
    a.innerWidth === b.innerWidth &&
    a.innerHeight === b.innerHeight
  );
}

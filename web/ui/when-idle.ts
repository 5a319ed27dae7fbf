/** How long browsers without `requestIdleCallback` wait after the load event. */
const FALLBACK_MS = 200;
const TIMEOUT_MS = 5_000;

/** Calls `act` at the page's load event, or at once if the page has loaded. Returns a function that cancels. */
export function whenLoaded(act: () => void): () => void {
  if (document.readyState === 'complete') {
    act();
    return () => {};
  }
  window.addEventListener('load', act, { once: true });
  return () => window.removeEventListener('load', act);
}

/** Calls `act` once, when the page is idle, at most 5 seconds after its load. Returns a function that cancels. */
export function whenIdle(act: () => void): () => void {
  let cancelWait = () => {};
  const cancelLoad = whenLoaded(() => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(act, { timeout: TIMEOUT_MS });
      cancelWait = () => cancelIdleCallback(handle);
      return;
    }
    const timer = setTimeout(act, FALLBACK_MS);
    cancelWait = () => clearTimeout(timer);
  });
  return () => {
    cancelLoad();
    cancelWait();
  };
}

/**
 * Calls `act` once, when the page is idle and a part of the element is in view. Returns a function that cancels.
 *
 * @param rootMargin when negative, waits until the element is further inside the screen
 * @public
 */
export function whenSeen(element: Element, act: () => void, rootMargin = '0px'): () => void {
  const sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      act();
    },
    { rootMargin },
  );
  const cancelWait = whenIdle(() => sight.observe(element));
  return () => {
    cancelWait();
    sight.disconnect();
  };
}

/** Calls `act` after the next paint, so that the screen first shows the effect of a press. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

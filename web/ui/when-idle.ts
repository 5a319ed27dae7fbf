/** Browsers without `requestIdleCallback` get this much time after the load, in milliseconds. */
const CALM_MS = 200;
/** A page that never rests gets what can wait all the same, this much later. */
const PATIENCE_MS = 5_000;

/** Calls back once the page has loaded, at once when it has already. Answers how to call it off. */
export function whenLoaded(act: () => void): () => void {
  if (document.readyState === 'complete') {
    act();
    return () => {};
  }
  window.addEventListener('load', act, { once: true });
  return () => window.removeEventListener('load', act);
}

/**
 * Calls back once, when the page has loaded and the browser has nothing else to do, or 5 seconds later: for what no
 * visitor waits for. Answers how to call it off.
 */
export function whenIdle(act: () => void): () => void {
  let cancelWait = () => {};
  const cancelLoad = whenLoaded(() => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(act, { timeout: PATIENCE_MS });
      cancelWait = () => cancelIdleCallback(handle);
      return;
    }
    const timer = setTimeout(act, CALM_MS);
    cancelWait = () => clearTimeout(timer);
  });
  return () => {
    cancelLoad();
    cancelWait();
  };
}

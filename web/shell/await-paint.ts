/**
 * Has the page's scripts fetched once it has been painted, so that on a slow line they take nothing from what is seen
 * first. A page that nobody sees is not painted: its scripts come at once. They come a second after the load at the
 * latest, and with the load where the browser does not say when it paints. Runs inline in the document's head; everything it needs is inside it:
 * its source text is the script.
 *
 * @param names `SCRIPT_START` of the contract; its promise is fulfilled when the scripts are on their way
 */
export function awaitPaint(
  page: Window & typeof globalThis,
  names: { readonly relation: string; readonly promise: string },
): void {
  const { document } = page;
  const shown = new page.Promise<void>((resolve) => {
    const go = () => resolve();
    // By name and not by trying: to observe what it does not know, a browser only writes a warning.
    const saysWhen = page.PerformanceObserver?.supportedEntryTypes?.includes('paint') ?? false;
    if (saysWhen) new page.PerformanceObserver(go).observe({ type: 'paint', buffered: true });
    // The callback of a frame comes before its paint, and so may a timer set in it: where the browser says when it
    // paints, this is only for a page that it never calls painted.
    const wait = saysWhen ? 1_000 : 0;
    page.addEventListener('load', () => page.requestAnimationFrame(() => page.setTimeout(go, wait)));
    document.addEventListener('visibilitychange', go);
    if (document.visibilityState === 'hidden') go();
  });
  const started = shown.then(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${names.relation}"]`))
      link.rel = 'modulepreload';
  });
  Object.assign(page, { [names.promise]: started });
}

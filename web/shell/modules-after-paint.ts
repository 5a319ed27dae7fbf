/**
 * Starts the page's modules once it has been painted, so that on a slow line they take nothing from what is seen first. A
 * page that is never painted, as in a tab that nobody sees, gets them shortly after it has loaded. Runs inline in the
 * document's head; everything that it needs is inside it or an argument: its source text is the script.
 *
 * @param names `SCRIPT_START` of the contract
 */
export function modulesAfterPaint(
  page: Window & typeof globalThis,
  names: { readonly relation: string; readonly type: string },
): void {
  const { document } = page;
  const painted = new page.Promise<void>((resolve) => {
    new page.PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    page.addEventListener('load', () => page.setTimeout(resolve, 500));
  });
  const parsed = new page.Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  void page.Promise.all([painted, parsed]).then(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${names.relation}"]`))
      link.rel = 'modulepreload';
    for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type="${names.type}"]`)) {
      const { parentNode, nextSibling } = script;
      script.type = 'module';
      // A script whose type was not known runs when it is put into the document again.
      script.remove();
      parentNode?.insertBefore(script, nextSibling);
    }
  });
}

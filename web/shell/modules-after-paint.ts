/**
 * Starts the page's modules after the first paint, so that they do not delay it on a slow network (docs/decisions/0055). In a page
 * that is never painted, such as a background tab, they start shortly after its load event. The function's source text runs inline
 * in the document's head, so it must not refer to anything outside itself.
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
      // Changing the type of a script does not run it, so the script is inserted again.
      script.remove();
      parentNode?.insertBefore(script, nextSibling);
    }
  });
}

/** Values passed to the inline script, which cannot import modules. */
export type ErrorWatch = {
  readonly sentence: string;
  readonly endpoint: string;
  readonly reports: number;
  readonly longest: { readonly message: number; readonly source: number; readonly stack: number };
};

/**
 * Reports errors of the window to the server. Shows an alert for the first error of a page load that a script of this site threw
 * (docs/product.md, "Client errors"). Injected code causes no alert; browser extensions and ResizeObserver notices are ignored.
 * Reports contain no query or fragment, because these may hold tokens. The source text runs inline in the document's head, so the
 * function must not refer to anything outside itself.
 */
export function watchErrors(page: Window & typeof globalThis, watch: ErrorWatch): void {
  let left = watch.reports;
  let alerted = false;
  const textOf = (value: unknown, longest: number) =>
    String(value ?? '')
      .slice(0, longest)
      .replace(/(\/[^\s?#]*)[?#][^\s)"']*/g, '$1');
  const isForeign = (message: string, source: string, stack: string) =>
    /-extension:|^webkit-masked-url:/.test(`${source}\n${stack}`) || message.includes('ResizeObserver loop');
  // The source and stack of an injected script have the page's URL or none. The first URL in a stack is the place of the error.
  const isOurs = (source: string, stack: string) =>
    [source, /https?:\/\/[^\s)]+/.exec(stack)?.[0] ?? ''].some(
      (address) => address.startsWith(`${page.location.origin}/`) && /\.[jt]sx?(?=[:?]|$)/.test(address),
    );
  const report = (
    kind: 'error' | 'rejection' | 'recovered',
    error: unknown,
    event: Partial<Pick<ErrorEvent, 'message' | 'filename' | 'lineno' | 'colno'>>,
  ): boolean => {
    const isError = error instanceof page.Error;
    const message = textOf(
      event.message || (isError ? `${error.name}: ${error.message}` : error),
      watch.longest.message,
    );
    const source = textOf(event.filename, watch.longest.source);
    const stack = textOf(isError ? error.stack : '', watch.longest.stack);
    if (isForeign(message, source, stack)) return false;
    if (left-- > 0) {
      const send = async () =>
        page.fetch(watch.endpoint, {
          method: 'POST',
          keepalive: true,
          credentials: 'omit',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            kind,
            message,
            source,
            line: event.lineno || 0,
            column: event.colno || 0,
            stack,
            path: textOf(page.location.pathname, watch.longest.source),
          }),
        });
      send().catch(() => {});
    }
    return isOurs(source, stack);
  };
  page.addEventListener('error', (event) => {
    let isAlarming = false;
    try {
      isAlarming = report('error', event.error, event);
    } catch {
      // The error could not be read, so it may come from a script of somebody else. No alert is shown.
    }
    if (!isAlarming || alerted) return;
    alerted = true;
    // The alert is shown in a later task, because the dialog blocks the page's own error handling.
    page.setTimeout(() => page.alert(watch.sentence));
  });
  page.reportQuietly = (kind, error) => {
    try {
      report(kind, error, {});
    } catch {
      // The error could not be read, so there is nothing to report.
    }
  };
  page.addEventListener('unhandledrejection', (event) => page.reportQuietly?.('rejection', event.reason));
}

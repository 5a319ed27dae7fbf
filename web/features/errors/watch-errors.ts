/** What the watching script cannot import, because it runs before any file is there. */
export type ErrorWatch = {
  readonly sentence: string;
  readonly endpoint: string;
  /** Reports sent for one page load at most. */
  readonly reports: number;
  /** Longest text of each field, in characters. */
  readonly longest: { readonly message: number; readonly source: number; readonly stack: number };
};

/**
 * Watches for errors from the first moment on, inline in the document's head (spec §8, decisions §8). The first window
 * error of a page load shows the alert; each one, and each promise rejected unheard, is reported to the server's log.
 * What browser extensions do, notices about ResizeObserver and what a page repaired by itself raise no alert. A report
 * carries no query or fragment, where mailed tokens are; one that cannot be sent is lost without a word. Everything it
 * needs is inside it: its source text is the script.
 */
export function watchErrors(page: Window & typeof globalThis, watch: ErrorWatch): void {
  let left = watch.reports;
  let alerted = false;
  const textOf = (value: unknown, longest: number) =>
    String(value ?? '')
      .slice(0, longest)
      .replace(/(\/[^\s?#]*)[?#][^\s)"']*/g, '$1');
  const isForeign = (message: string, source: string, stack: string) =>
    /-extension:|^webkit-masked-url:/.test(`${source}\n${stack}`) ||
    message.includes('ResizeObserver loop') ||
    (/^Script error\.?$/.test(message) && source === '');
  const report = (
    kind: 'error' | 'rejection',
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
      page
        .fetch(watch.endpoint, {
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
        })
        .catch(() => {});
    }
    // React names by these numbers what it found different from the static HTML and put right.
    return !/React error #(4(18|19|2[0-5])|520)\b/.test(message);
  };
  page.addEventListener('error', (event) => {
    let isAlarming = true;
    try {
      isAlarming = report('error', event.error, event);
    } catch {
      // An error that cannot even be described is one.
    }
    if (!isAlarming || alerted) return;
    alerted = true;
    // Later, so that what the page does about the error is not held up by the dialog.
    page.setTimeout(() => page.alert(watch.sentence));
  });
  page.addEventListener('unhandledrejection', (event) => {
    try {
      report('rejection', event.reason, {});
    } catch {
      // As above; nobody is told of a rejection.
    }
  });
}

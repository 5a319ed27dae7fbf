import { type DestinationStream, pino } from 'pino';

/** Every field is ours or of a known form, so nothing is scrubbed: nothing else may be written this way. */
export type RequestLine = {
  readonly requestId: string;
  /** One of those that Node's parser knows. */
  readonly method: string;
  /** A pattern, or the path of a file of the site. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

const END = ',"msg":"request"}\n';

/** Where the line of a request goes. */
export type RequestLog = Readonly<Record<'info' | 'debug', (line: RequestLine) => void>>;

/**
 * The lines of answered requests, as the log would write them (`log.ts`), put together by hand: pino takes a fifth of the
 * time that is ours in an answer with a page.
 *
 * @param level the least of the log, as pino names them
 */
export function createRequestLog(level: string, destination: DestinationStream): RequestLog {
  const least = pino.levels.values[level] ?? Number.POSITIVE_INFINITY;
  const writer = (label: 'info' | 'debug') => {
    if ((pino.levels.values[label] ?? 0) < least) return () => {};
    // In few parts, of which most are there already: each is an object until the text is written.
    let at = Number.NaN;
    let start = '';
    const middles = new Map<string, { readonly method: string; readonly status: number; text: string }>();
    return ({ requestId, method, route, status, ms }: RequestLine) => {
      const now = Date.now();
      if (now !== at) {
        at = now;
        start = `{"level":"${label}","time":"${new Date(now).toISOString()}","requestId":"`;
      }
      let middle = middles.get(route);
      if (middle?.method !== method || middle.status !== status) {
        const text = `","method":"${method}","route":${JSON.stringify(route)},"status":${status},"ms":`;
        middle = { method, status, text };
        middles.set(route, middle);
      }
      destination.write(start + requestId + middle.text + ms + END);
    };
  };
  return { info: writer('info'), debug: writer('debug') };
}

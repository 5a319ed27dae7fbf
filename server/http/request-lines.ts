import { type DestinationStream, pino } from 'pino';
import { wallTime } from './wall-time.ts';

/** Every field is ours or of a known form, so nothing is scrubbed: nothing else may be written this way. */
export type RequestLine = {
  /** When its answer was ready, as `performance.now()` tells. */
  readonly at: number;
  readonly requestId: string;
  /** One of those that Node's parser knows. */
  readonly method: string;
  /** A pattern, or the path of a file of the site. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

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
    let startedAt = Number.NaN;
    let start = '';
    const ends = new Map<string, Pick<RequestLine, 'method' | 'status' | 'ms'> & { readonly text: string }>();
    return ({ at, requestId, method, route, status, ms }: RequestLine) => {
      const now = wallTime(at);
      if (now !== startedAt) {
        startedAt = now;
        start = `{"level":"${label}","time":"${new Date(now).toISOString()}","requestId":"`;
      }
      let end = ends.get(route);
      if (end?.ms !== ms || end.status !== status || end.method !== method) {
        const text = `","method":"${method}","route":${JSON.stringify(route)},"status":${status},"ms":${ms},"msg":"request"}\n`;
        end = { method, status, ms, text };
        ends.set(route, end);
      }
      destination.write(start + requestId + end.text);
    };
  };
  return { info: writer('info'), debug: writer('debug') };
}

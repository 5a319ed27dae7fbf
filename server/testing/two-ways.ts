import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { type AppDeps, createApp } from '#server/app.ts';
import { listen, type RunningServer, type Shortcut } from '#server/http/listen.ts';
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts';
import type { TestApp } from './test-app.ts';

type Way = { readonly server: RunningServer; readonly metrics: Metrics; readonly taken: string[] };

export type TwoWays = {
  /** Sends the same bytes both ways, and expects the same answers and lines in the log; tells whether the shortcut took any. */
  readonly compare: (bytes: string) => Promise<{ readonly answer: string; readonly isTaken: boolean }>;
  /** What comes back by the shortcut. */
  readonly say: (bytes: string) => Promise<string>;
  /** The newest line of the log, without its time. */
  readonly lastLine: () => Record<string, unknown>;
  /** Expects that both ways have counted the same requests, of pages excepted. */
  readonly expectSameCounts: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The same requests as bytes on two servers: one has a shortcut before the app, the other has only the app. */
export async function openTwoWays(
  app: TestApp,
  others: Partial<AppDeps>,
  create: (deps: AppDeps) => Shortcut,
): Promise<TwoWays> {
  const open = async (hasShortcut: boolean): Promise<Way> => {
    const metrics = createMetrics({ version: 'test' });
    const deps = { ...app.deps, ...others, metrics };
    const answer = create(deps);
    const taken: string[] = [];
    const shortcut: Shortcut = (incoming, response, head, toApp) => {
      const left = () => {
        taken.pop();
        toApp();
      };
      const isTaken = answer(incoming, response, head, left);
      if (isTaken) taken.push(incoming.url ?? '');
      return isTaken;
    };
    const server = await listen(createApp(deps), 0, hasShortcut ? { shortcut } : {});
    return { server, metrics, taken };
  };
  const lastLine = () => {
    const { time, ...line } = JSON.parse(app.logLines().at(-1) ?? '{}');
    return line;
  };
  const [short, long] = [await open(true), await open(false)];
  return {
    lastLine,
    say: (bytes) => say(short, bytes),
    compare: async (bytes) => {
      const before = short.taken.length;
      const answer = await say(short, bytes);
      const line = lastLine();
      expect(answer).toBe(await say(long, bytes));
      // What Node or its adapter refuses by itself has no line.
      expect({ ...line, ms: 0 }).toEqual({ ...lastLine(), ms: 0 });
      return { answer, isTaken: short.taken.length > before };
    },
    expectSameCounts: async () => {
      expect((await countsOf(short)).length).toBeGreaterThan(5);
      expect(await countsOf(short)).toEqual(await countsOf(long));
    },
    close: async () => {
      await short.server.close();
      await long.server.close();
    },
  };
}

/**
 * Everything that comes back until the server closes, without what is never the same twice. The headers of an answer in
 * small letters and sorted: neither their order nor their case means anything.
 */
async function say({ server }: Way, request: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
  socket.write(request, 'latin1');
  const all = await text(socket);
  return all.replaceAll(/(?<=HTTP\/1\.1 \d{3} [^\r]*\r\n)[\s\S]*?(?=\r\n\r\n)/g, (head) =>
    head
      .split('\r\n')
      .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()).replace(/^date: .*/, 'date: then'))
      .sort()
      .join('\r\n'),
  );
}

const COUNTS =
  /^site_(?:http_requests_total|http_request_duration_seconds_count|http_requests_in_flight|limit_refusals)/;

async function countsOf({ metrics }: Way): Promise<readonly string[]> {
  const lines = (await metrics.text()).split('\n');
  return lines.filter((line) => COUNTS.test(line) && !line.includes('page')).sort();
}

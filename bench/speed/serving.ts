import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PAGES } from '#contract/paths.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { undoneAtExit } from '../support/leave-nothing.ts';
import { runWrk } from '../support/wrk.ts';
import { alternate, beside } from './alternate.ts';
import { type KeptAnswer, startBarePage } from './floors/bare-page.ts';
import type { Measurement } from './measurement.ts';

const ROUNDS = 5;
const SECONDS = 3;
/** The first seconds of a server are those of its compiler. */
const WARM_UP_SECONDS = 8;
const ACCEPT = { 'Accept-Encoding': 'br' };
/** Set by Node itself. */
const BY_NODE = ['date', 'connection', 'keep-alive'];

/** The home page over fifty connections, beside a bare Node server that sends the same headers and body and writes a log. */
export const measure: Measurement = async () => {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'serving-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const removed = undoneAtExit(remove);
  const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'info' });
  try {
    const answer = join(folder, 'answer.json');
    writeFileSync(answer, JSON.stringify(await answerAt(server.url + PAGES.home)));
    const node = await startBarePage(answer, join(folder, 'bare.log'));
    try {
      const load = (url: string, seconds: number) => runWrk(url, { seconds, headers: ACCEPT });
      await load(server.url + PAGES.home, WARM_UP_SECONDS);
      await load(node.url, 2);
      const { ours, floor } = await alternate(ROUNDS, {
        ours: () => load(server.url + PAGES.home, SECONDS),
        floor: () => load(node.url, SECONDS),
      });
      return [
        {
          target: 'Serving a page',
          what: 'requests a second',
          ...beside('perSecond', ours, 'node:http, same headers, body and a log', floor),
          unit: '/s',
          limits: [{ of: 'ratio', kind: 'at least', value: 0.6 }],
        },
      ];
    } finally {
      await node.close();
    }
  } finally {
    await server.kill9();
    remove();
    removed();
  }
};

async function answerAt(url: string): Promise<KeptAnswer> {
  const [answer] = (await once(get(url, { headers: ACCEPT }), 'response')) as [IncomingMessage];
  const { rawHeaders } = answer;
  const headers = rawHeaders.filter(
    (_, at) => !BY_NODE.includes((rawHeaders[at - (at % 2)] ?? '').toLowerCase()),
  );
  return { headers, body: (await buffer(answer)).toString('base64') };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGES } from '#contract/paths.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { undoneAtExit } from '../support/leave-nothing.ts';
import { startNginx } from '../support/nginx.ts';
import { runWrk } from '../support/wrk.ts';
import { alternate, beside } from './alternate.ts';
import { startBarePage } from './floors/bare-page.ts';
import type { Measurement } from './measurement.ts';

const TARGET = 'Serving a page';
const ROUNDS = 5;
const SECONDS = 3;
/** The first seconds of a server are those of its compiler. */
const WARM_UP_SECONDS = 8;
const FLOOR = 'nginx';
const ACCEPT_GZIP = { 'Accept-Encoding': 'gzip' };

/**
 * The home page over fifty connections, beside nginx that sends the very same page, and beside Node by itself: how near a
 * Node process comes to nginx is another figure on each machine.
 */
export const measure: Measurement = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'serving-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const removed = undoneAtExit(remove);
  const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'info' });
  try {
    const page = await (await fetch(server.url + PAGES.home)).text();
    const nginx = await startNginx({ 'index.html': page });
    const file = join(folder, 'page.gz');
    writeFileSync(file, gzipSync(page));
    const node = await startBarePage(file);
    try {
      const load = (url: string, seconds: number) => runWrk(url, { seconds, headers: ACCEPT_GZIP });
      await load(server.url + PAGES.home, WARM_UP_SECONDS);
      await load(node.url, 1);
      await load(nginx.url, 1);
      const { ours, floor, bare } = await alternate(ROUNDS, {
        ours: () => load(server.url + PAGES.home, SECONDS),
        floor: () => load(nginx.url, SECONDS),
        bare: () => load(node.url, SECONDS),
      });
      return [
        {
          target: TARGET,
          what: 'requests a second',
          ...beside('perSecond', ours, FLOOR, floor),
          unit: '/s',
          limits: [{ of: 'ratio', kind: 'at least', value: 0.8 }],
        },
        {
          target: TARGET,
          what: 'the same, beside Node by itself',
          ...beside('perSecond', ours, 'node:http, one body', bare),
          unit: '/s',
          limits: [{ of: 'ratio', kind: 'at least', value: 1 }],
        },
        {
          target: TARGET,
          what: 'the slowest of a hundred (p99)',
          ...beside('p99', ours, FLOOR, floor),
          unit: 'ms',
          limits: [{ of: 'ratio', kind: 'at most', value: 2 }],
        },
      ];
    } finally {
      await node.close();
      await nginx.close();
    }
  } finally {
    await server.kill9();
    remove();
    removed();
  }
};

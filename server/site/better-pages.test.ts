import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { oneByOne } from './one-by-one.ts';
import { serveSite } from './routes.ts';
import { loadSite } from './site.ts';

const WORDS = Array.from({ length: 600 }, (_, i) => `<p>${(i * 7_919) % 613} warm words of ${i % 17}</p>`);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'better-'));
  for (const name of ['index.html', 'not-found/index.html']) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), WORDS.join(''));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a page that was asked for is sent smaller, once there was time for it', async () => {
  const work: (() => Promise<void>)[] = [];
  const site = loadSite([folder], DEFAULT_PUBLIC_SETTINGS, (job) => work.push(job));
  const app = new Hono<AppEnv>().use(serveSite(site));
  expect(work, 'nothing before a page is asked for').toEqual([]);

  const first = await ask(app);
  expect(await ask(app)).toEqual(first);
  expect(work).toHaveLength(1);
  await work[0]?.();

  const second = await ask(app);
  expect(second.body.length).toBeLessThan(first.body.length);
  expect(second.length).toBe(String(second.body.length));
  expect(second.etag).toBe(first.etag);
  expect(brotliDecompressSync(second.body)).toEqual(brotliDecompressSync(first.body));
  expect(await ask(app)).toEqual(second);
  expect(work).toHaveLength(1);
});

test('work is done one after the other, and what fails holds nothing up', async () => {
  const later = oneByOne();
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  later(async () => {
    done.push('first begins');
    await promise;
    done.push('first ends');
  });
  later(() => Promise.reject(new Error('no memory')));
  const all = new Promise<void>((end) => {
    later(async () => {
      done.push('third');
      end();
    });
  });
  expect(done).toEqual([]);
  resolve();
  await all;
  expect(done).toEqual(['first begins', 'first ends', 'third']);
});

async function ask(app: Hono<AppEnv>) {
  const answer = await app.request('/', { headers: { 'accept-encoding': 'br' } });
  return {
    body: Buffer.from(await answer.arrayBuffer()),
    etag: answer.headers.get('etag'),
    length: answer.headers.get('content-length'),
  };
}

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PAGES } from '#content/page-paths.ts';
import { startSite } from '../support/site.ts';
import { runWrk } from '../support/wrk.ts';
import { type KeptAnswer, startBarePage } from './floors/bare-page.ts';
import { startNginxPage } from './floors/nginx-page.ts';
import { alternate, type Measurement } from './measurement.ts';

const ROUNDS = 5;
const SECONDS = 3;
/** In its first seconds a server is slowed by Node's compiler. */
const WARM_UP_SECONDS = 8;
const ACCEPT = { 'Accept-Encoding': 'br' };
/** Headers that Node sets itself. */
const BY_NODE = ['date', 'connection', 'keep-alive'];

/** The home page over fifty connections, compared with bare Node and nginx that send the same answer and write a log. */
export const measure: Measurement = async () => {
  await using site = await startSite({ LOG_LEVEL: 'info' });
  const folder = site.place.env.DATA_DIR;
  const answer = join(folder, 'answer.json');
  writeFileSync(answer, JSON.stringify(await answerAt(site.url + PAGES.home)));
  await using bare = await startBarePage(answer, join(folder, 'bare.log'));
  await using nginx = await startNginxPage(answer);
  const load = (url: string, seconds: number) => runWrk(url, { seconds, headers: ACCEPT });
  await load(site.url + PAGES.home, WARM_UP_SECONDS);
  await load(bare.url, 2);
  const beside = async (url: string, name: string, limit: '≥ 0.7 ×' | '≥ 0.45 ×') => {
    const { perSecond } = await alternate(
      ROUNDS,
      () => load(site.url + PAGES.home, SECONDS),
      () => load(url, SECONDS),
    );
    return {
      target: 'Serving a page',
      what: 'requests a second',
      unit: '/s',
      ...perSecond,
      beside: `${name}, same headers, body and a log`,
      limits: [limit],
    };
  };
  return [
    await beside(bare.url, 'node:http', '≥ 0.7 ×'),
    await beside(nginx.url, 'nginx with one process', '≥ 0.45 ×'),
  ];
};

async function answerAt(url: string): Promise<KeptAnswer> {
  const [answer] = (await once(get(url, { headers: ACCEPT }), 'response')) as [IncomingMessage];
  const { rawHeaders } = answer;
  const headers = rawHeaders.filter(
    (_, at) => !BY_NODE.includes((rawHeaders[at - (at % 2)] ?? '').toLowerCase()),
  );
  return { headers, body: (await buffer(answer)).toString('base64') };
}

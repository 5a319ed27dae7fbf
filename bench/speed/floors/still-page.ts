import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The floor (fastest page) for a page load: the site's pages compressed, without scripts and with inline styles. */
export async function startStillPage(site: string) {
  const kept = new Map<string, Promise<{ readonly type: string; readonly body: Buffer }>>();
  const fetchFile = async (path: string) => {
    const answer = await fetch(site + path);
    const type = answer.headers.get('content-type') ?? '';
    const isPage = type.startsWith('text/html');
    const bytes = isPage ? await withoutScripts(await answer.text(), site) : await answer.arrayBuffer();
    return { type, body: gzipSync(bytes) };
  };
  const server = createServer(async ({ url = '' }, response) => {
    const file = kept.get(url) ?? fetchFile(url);
    kept.set(url, file);
    const { type, body } = await file;
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function withoutScripts(html: string, site: string): Promise<string> {
  let still = html.replaceAll(/<script[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload[^>]*>/g, '');
  for (const [link, path] of still.matchAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g))
    still = still.replace(link, `<style>${await (await fetch(site + path)).text()}</style>`);
  return still;
}

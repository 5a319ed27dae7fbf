import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [PAGES, SEO] = ['build/site/client', 'build/seo'] as const;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
};

/** The floor of a page's load: the built home screen without its scripts, compressed, with its style in it. */
export async function startStillPage() {
  const files = builtFiles();
  const html = withoutScripts(readFileSync(join(PAGES, 'index.html'), 'utf8'), files);
  files.set('/', { type: 'text/html; charset=utf-8', bytes: Buffer.from(html) });
  const answers = new Map(
    [...files].map(([path, { type, bytes }]) => [path, { type, body: gzipSync(bytes) }]),
  );
  const server = createServer(({ url = '' }, response) => {
    const answer = answers.get(url);
    if (answer === undefined) response.writeHead(404).end();
    else
      response.writeHead(200, { 'content-type': answer.type, 'content-encoding': 'gzip' }).end(answer.body);
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

type File = { readonly type: string; readonly bytes: Buffer };

/** Pictures, fonts and style. */
function builtFiles(): Map<string, File> {
  return new Map(
    [PAGES, SEO].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
        const type = TYPES[extname(name)];
        return type === undefined ? [] : [[`/${name}`, { type, bytes: readFileSync(join(folder, name)) }]];
      }),
    ),
  );
}

function withoutScripts(html: string, files: ReadonlyMap<string, File>): string {
  return html
    .replaceAll(/<script[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload[^>]*>/g, '')
    .replaceAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g, (_, path: string) => {
      const style = files.get(path);
      if (style === undefined) throw new Error(`The built home screen names ${path}, which is not there.`);
      return `<style>${style.bytes}</style>`;
    });
}

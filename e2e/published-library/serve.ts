import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';

export type OtherPage = {
  /** `http://127.0.0.1:<port>`: another origin than the site's, which is `localhost`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody else</title>
<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/page.js"></script></html>`;

/** Bundles the page of this folder as its owner would, and serves it from an origin of its own. */
export async function serveOtherPage(): Promise<OtherPage> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : HTML);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rollupOptions: { input: join(import.meta.dirname, 'page.ts'), output: { format: 'es' } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('the page was not bundled');
  return chunk.code;
}

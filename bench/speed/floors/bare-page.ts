import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type BareServer, startBareServer, tellPort } from './bare-server.ts';

/**
 * What Node gives by itself: `node:http` with one body in memory, compressed before, for whoever asks.
 *
 * @param file the body, in gzip
 */
export function startBarePage(file: string): Promise<BareServer> {
  return startBareServer(fileURLToPath(import.meta.url), [file]);
}

if (process.send !== undefined) {
  const body = readFileSync(process.argv[2] ?? '');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': body.length,
  };
  tellPort(
    createServer((_, response) => {
      response.writeHead(200, headers);
      response.end(body);
    }),
  );
}

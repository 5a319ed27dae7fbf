import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { isFloor, startFloorServer, tellPort } from './floor-process.ts';

/** A stored answer of the site: its headers as alternating names and values, and the body in base64. */
export type KeptAnswer = { readonly headers: readonly string[]; readonly body: string };

/**
 * The floor (fastest program) with Node alone: `node:http` with one body in memory, the same headers, and a pino log
 * line for each answer.
 *
 * @param answer a JSON file that holds a `KeptAnswer`
 * @param log the file for the log lines
 */
export function startBarePage(answer: string, log: string) {
  return startFloorServer(import.meta.filename, answer, log);
}

if (isFloor()) {
  const [answer = '', log = ''] = process.argv.slice(2);
  const { headers, body }: KeptAnswer = JSON.parse(readFileSync(answer, 'utf8'));
  const bytes = Buffer.from(body, 'base64');
  // Log lines are written the way the site writes its own.
  const lines = pino({ base: null }, pino.destination({ dest: log, sync: true }));
  tellPort(
    createServer(({ method, url }, response) => {
      const from = performance.now();
      response.writeHead(200, [...headers]);
      response.end(bytes);
      lines.info({ method, route: url, status: 200, ms: Math.round(performance.now() - from) }, 'request');
    }),
  );
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from '#server/testing/reserve-port.ts';
import { waitFor } from '../../support/wait.ts';
import type { KeptAnswer } from './bare-page.ts';

/** Headers that nginx sets itself. */
const BY_NGINX = ['content-length', 'content-type', 'etag', 'x-request-id'];

/**
 * The floor (fastest program) with a web server: one nginx process, which serves an answer of the site from a file and
 * logs each request.
 *
 * @param answer a JSON file that holds a `KeptAnswer`
 */
export async function startNginxPage(answer: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const { headers, body }: KeptAnswer = JSON.parse(readFileSync(answer, 'utf8'));
  const added = headers.flatMap((name, at) =>
    at % 2 === 1 || BY_NGINX.includes(name)
      ? []
      : [`add_header ${name} '${headers[at + 1]?.replaceAll("'", "\\'")}';`],
  );
  writeFileSync(join(folder, 'page'), Buffer.from(body, 'base64'));
  // nginx reads as another user, who must be able to open the folder.
  chmodSync(folder, 0o755);
  const port = await reservePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events {}
http {
  access_log ${join(folder, 'access.log')};
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  open_file_cache max=10;
  default_type 'text/html; charset=utf-8';
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location = / { try_files /page =404; add_header x-request-id $request_id; ${added.join(' ')} }
  }
}
`,
  );
  const nginx = spawn('nginx', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}/`;
  const exit = once(nginx, 'exit');
  await waitFor('nginx answers', 20_000, async () => (await fetch(url).catch(() => undefined))?.ok === true);
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      nginx.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}

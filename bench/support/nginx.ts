import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { freePort } from '#server/testing/server-process.ts';
import { undoneAtExit } from './leave-nothing.ts';
import { needProgram } from './programs.ts';
import { waitFor } from './wait.ts';

export type Nginx = { readonly url: string; readonly close: () => Promise<void> };

/**
 * The floor that pages are held against: nginx with one worker, sending files that were compressed before
 * (`gzip_static`), without a log and without a header more than its own.
 *
 * @param files by path below the root (`index.html`)
 */
export async function startNginx(files: Readonly<Record<string, string | Buffer>>): Promise<Nginx> {
  const program = needProgram('nginx');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'html', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port));
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const done = undoneAtExit(() => {
    child.kill('SIGTERM');
    remove();
  });
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    remove();
    done();
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitFor('nginx answers', 5_000, async () => (await fetch(url)).ok);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

function configuration(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // As root, the worker would become somebody who may not read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `
${user} worker_processes 1; daemon off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  types {
    text/html html; text/css css; text/javascript js; font/woff2 woff2; image/svg+xml svg; image/png png; image/webp webp;
    image/avif avif; application/json json; application/manifest+json webmanifest;
  }
  charset utf-8; charset_types text/css text/javascript image/svg+xml;
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; root ${folder}/html; }
}`;
}

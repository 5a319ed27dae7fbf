import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from '#server/testing/loopback-servers.ts';
import {
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
  until,
} from '#server/testing/server-process.ts';
import { originOf } from '../support/client.ts';
import { undoneAtExit } from '../support/leave-nothing.ts';

export type SiteProcesses = Awaited<ReturnType<typeof startSiteProcesses>>;

/** Starts `count` processes of the real server behind nginx, with rate limits that no visitor reaches. */
export async function startSiteProcesses(count: number, env: ServerSettings) {
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const ports = await Promise.all(Array.from({ length: count }, reservePort));
  const running = new Map<number, ServerProcess>();
  const all: ServerProcess[] = [];
  const badEnds: string[] = [];
  const start = async (place: number) => {
    const server = await startServerProcess({
      SITE_ORIGIN: originOf(url),
      TRUSTED_PROXIES: '127.0.0.1,::1',
      RATE_LIMIT_SCALE: '1000000',
      PORT: String(ports[place]),
      ...env,
    });
    running.set(place, server);
    all.push(server);
  };
  const stop = async (place: number) => {
    running.get(place)?.terminate();
    const end = await running.get(place)?.exit;
    if (end?.code !== 0) badEnds.push(`a process ended with ${end?.code ?? end?.signal}`);
    running.delete(place);
  };
  for (const place of ports.keys()) await start(place);
  const stopNginx = await startNginx(port, ports);
  return {
    /** The URL of the proxy in front of all processes. */
    url,
    /** Sends SIGKILL to a process. It stays down until `start` is called. */
    kill: async (place: number) => {
      await running.get(place)?.kill9();
      running.delete(place);
    },
    start,
    /** Sends SIGTERM to a process, waits for its end, and starts a new one in its place. */
    restart: async (place: number) => {
      await stop(place);
      await start(place);
    },
    /** The output of all processes, including those that have ended. */
    output: () => all.map((server) => server.output()).join(''),
    /** Stops all processes. Returns all exits so far whose code was not 0. */
    close: async () => {
      await Promise.all([...running.keys()].map(stop));
      stopNginx();
      return badEnds;
    },
  };
}

/** Starts nginx with the retries of `deploy/nginx.conf`. Returns a function that stops it. */
async function startNginx(port: number, processes: readonly number[]): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const file = (name: string) => join(folder, name);
  writeFileSync(
    file('nginx.conf'),
    `daemon off;
pid ${file('pid')};
events {}
http {
  access_log off;
  upstream site {
    ${processes.map((process) => `server 127.0.0.1:${process} max_fails=0;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://site;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout;
      proxy_next_upstream_timeout 4s;
    }
  }
}
`,
  );
  const nginx = spawn('nginx', ['-c', file('nginx.conf'), '-e', file('error.log')], { stdio: 'inherit' });
  const stop = () => {
    nginx.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  undoneAtExit(stop);
  await until(() =>
    fetch(`http://127.0.0.1:${port}`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return stop;
}

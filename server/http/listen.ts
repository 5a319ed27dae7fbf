import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Feature } from '#server/feature.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Milliseconds after which requests that are still unanswered are cut when the server closes. */
const CLOSE_WITHIN = 10_000;
/** A connection whose answer had promised keep-alive before the server began to close becomes idle only now. */
const CLOSE_IDLE_EACH = 100;

type RunningServer = {
  readonly port: number;
  /** Takes no new connections, finishes the requests in flight, then resolves. */
  readonly close: () => Promise<void>;
};

/** Listens on one address, or on all. Rejects with a readable sentence when it cannot. */
export async function listen(app: FastifyInstance, port: number, host?: string): Promise<RunningServer> {
  await app.ready();
  const { server } = app;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EACH);
      const cut = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN);
      try {
        await app.close();
        // Fastify closes only what it opened.
        await new Promise((resolve) => server.close(resolve));
      } finally {
        clearInterval(idle);
        clearTimeout(cut);
      }
    },
  };
}

/** Rejects with the same sentence when `listen` could not. To be asked before anything is changed. */
export async function checkPort(port: number, host?: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explained(error, port)));
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken by another program. Please set PORT to a free one.`);
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}. Please set PORT to one from 1024 on.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST is no address of this machine (${error.message}).`);
  return error;
}

/** Tells whoever started the site where it is, where its mail goes, and what features say. */
export function printAddresses(
  settings: Settings,
  port: number,
  features: readonly Pick<Feature, 'startLines' | 'mailsPath'>[],
): void {
  const local = `http://localhost:${port}`;
  const { mailsPath = '' } = features.find(({ mailsPath: path }) => path) ?? {};
  const mail =
    settings.smtpUrl === undefined
      ? `read it at ${local}${mailsPath} (nothing is sent: SMTP_URL is not set)`
      : 'sent through SMTP_URL';
  const data =
    settings.database.kind === 'sqlite' ? settings.dataDir : 'in the database that DATABASE_URL names';
  const ofFeatures = features
    .flatMap(({ startLines }) => Object.entries(startLines?.(settings) ?? {}))
    .map(([label, value]) => `  ${`${label}:`.padEnd(10)} ${value}\n`);
  process.stdout.write(
    `\n  The site:  ${settings.origin}\n  Its mail:  ${mail}\n  Its data:  ${data}\n${ofFeatures.join('')}\n`,
  );
}

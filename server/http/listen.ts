import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Feature } from '#server/feature.ts';
import type { Settings } from '#server/settings/settings.ts';

/** The milliseconds between two closings of idle connections. Connections with a running answer become idle only later. */
const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Listens on one address, or on all. Rejects with an error for the operator.
 * @param closeTimeoutMs unanswered requests of a closing server are cut after this time
 */
export async function listen(app: FastifyInstance, port: number, host?: string, closeTimeoutMs = 10_000) {
  await app.ready();
  const { server } = app;
  await bind(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    /** Accepts no new connections, and resolves when the requests in flight are finished. */
    close: async () => {
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      const cut = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      try {
        await app.close();
        // Fastify closes only a server that it has started itself, so this server is closed here.
        await new Promise((resolve) => server.close(resolve));
      } finally {
        clearInterval(idle);
        clearTimeout(cut);
      }
    },
  };
}

/** Rejects like `listen` if the port cannot be used. The server calls this first, before it changes anything. */
export async function checkPort(port: number, host?: string): Promise<void> {
  const probe = createServer();
  await bind(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
}

function bind(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port)));
    server.listen(port, host, resolve);
  });
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken by another program. Please set PORT to a free port.`);
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}. Please set PORT to 1024 or higher.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(
      `HOST is not an address of this machine (${error.message}). Please correct it, or leave it out.`,
    );
  return error;
}

/** Prints where the site, its mails and its data are, and the lines that features add. */
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

import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { messageOf } from '#server/database/errors.ts';

/** The Redis or Valkey that all processes of the site share. Its data may be lost at any time (docs/product.md, "Parts"). */
export type SharedRedis = {
  /** The client is for limiters and scripts. Commands must go through `ask`, which handles their failures. */
  readonly client: Redis;
  /**
   * Sends a command. Takes at most `ANSWER_TIMEOUT_MS` and never rejects. If it returns undefined, go on without Redis: the command
   * may still have run.
   */
  readonly ask: <T>(command: (client: Redis) => Promise<T>) => Promise<T | undefined>;
  readonly isAway: () => boolean;
  readonly close: () => Promise<void>;
};

/**
 * The milliseconds after which a command counts as unanswered. The request that sent the command, and later requests, then
 * continue without Redis.
 */
const ANSWER_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 2_000;
const COMMAND_TIMEOUT_MS = 1_000;
const DISCONNECT_TIMEOUT_MS = 250;
/** The wait before the first try to reconnect. Doubles with each further try. */
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;

/** Errors that concern a single command. Other errors (full, read-only, loading, locked …) would also fail the next command. */
const ABOUT_ONE_COMMAND = /^(WRONGTYPE|NOPERM|NOSCRIPT|CROSSSLOT|ERR)\b/;

/** Tests Redis by a write, because a full or read-only server still answers reads. */
const PROBE = "return redis.call('set', KEYS[1], '1', 'PX', 1000)";

/** Connects in the background and never throws. A hash of `origin` prefixes the keys, so that sites may share a server. */
export function openRedis(url: string, origin: string, log: Logger): SharedRedis {
  let away = true;
  let isLogged = false;
  let failures = 0;
  const client = new Redis(url, {
    keyPrefix: keyPrefixOf(origin),
    // The client's own check by INFO is off. PROBE detects more, and needs no permission for INFO.
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: () => Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS),
  });

  const markAway = (reason: string) => {
    away = true;
    if (!isLogged) log.warn({ reason }, 'Redis is away: until it is back, each process counts limits alone');
    isLogged = true;
    // Reconnects, because the old connection may be dead, or lead to a server that has become a replica.
    if (client.status === 'ready') client.disconnect(true);
  };
  client.on('error', (error) => markAway(error.message));
  client.on('ready', async () => {
    try {
      await answerOf(client.eval(PROBE, 1, 'probe'));
    } catch (error) {
      markAway(messageOf(error));
      return;
    }
    away = false;
    failures = 0;
    if (isLogged) log.info('Redis is back');
    isLogged = false;
  });

  const refusals = new Set<string>();
  const warnOnce = (reason: string) => {
    const kind = reason.split(' ', 1)[0] ?? '';
    if (!refusals.has(kind))
      log.warn({ reason }, 'Redis refused a command; the site continues without its answer');
    refusals.add(kind);
  };

  return {
    client,
    ask: async (command) => {
      if (away) return undefined;
      try {
        return await answerOf(command(client));
      } catch (error) {
        // Errors of the client contain the command's arguments, such as a password, so only the message is used.
        const reason = messageOf(error);
        if (ABOUT_ONE_COMMAND.test(reason)) warnOnce(reason);
        else markAway(reason);
        return undefined;
      }
    },
    isAway: () => away,
    close: async () => {
      isLogged = true;
      client.disconnect();
    },
  };
}

async function answerOf<T>(answer: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    // `setImmediate` lets a busy process read the answers that have arrived before it gives up.
    () => setImmediate(reject, new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)),
    ANSWER_TIMEOUT_MS,
  );
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function keyPrefixOf(origin: string): string {
  return `site-${hash('sha256', origin, 'base64url').slice(0, 12)}:`;
}

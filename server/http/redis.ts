import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Redis or Valkey, shared by all processes of the site. It holds nothing that may not be lost (docs/product.md, "Parts"). */
export type SharedRedis = {
  /** For building on (scripts, limiters). Commands go through `ask`, or nothing notices that they fail. */
  readonly client: Redis;
  /**
   * Runs one command. Never rejects, and waits `ANSWER_WITHIN` at most; on `away` the caller goes on without Redis,
   * though the command may have been carried out. While Redis is away nothing is sent.
   */
  readonly ask: <T>(command: (client: Redis) => Promise<T>) => Promise<RedisAnswer<T>>;
  /** Nothing can be had or stored there at the moment; it is being tried again in the background. */
  readonly isAway: () => boolean;
  readonly close: () => Promise<void>;
};

export type RedisAnswer<T> = { readonly kind: 'answered'; readonly value: T } | { readonly kind: 'away' };

const AWAY = { kind: 'away' } as const;

/** Milliseconds that a request waits for Redis before it goes on without, and all others after it. */
const ANSWER_WITHIN = 250;
/** Milliseconds for what no request waits for: a connection, its greeting, its end. */
const CONNECT_WITHIN = 2_000;
const GREET_WITHIN = 1_000;
const PART_WITHIN = 250;
/** Milliseconds between tries to reach it again: doubled each time. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/** Refusals that say something of one command. All others (full, read-only, loading, locked …) hold for the next, too. */
const ABOUT_ONE_COMMAND = /^(WRONGTYPE|NOPERM|NOSCRIPT|CROSSSLOT|ERR)\b/;

/** A write, for a full or read-only server answers what only reads. */
const PROBE = "return redis.call('set', KEYS[1], '1', 'PX', 1000)";

/**
 * Connects in the background and never throws. Keys are prefixed by a hash of `origin`, so that sites may share a
 * server. Each change (away, back) is logged once.
 *
 * @param url `redis:` or `rediss:`, with user, password and number of the database where it has them
 */
export function openRedis(url: string, origin: string, log: Logger): SharedRedis {
  let away = true;
  let told = false;
  let failures = 0;
  const client = new Redis(url, {
    keyPrefix: keyPrefixOf(origin),
    // Told by PROBE, which also sees what INFO does not, and needs no right to INFO.
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: GREET_WITHIN,
    connectTimeout: CONNECT_WITHIN,
    disconnectTimeout: PART_WITHIN,
    retryStrategy: () => Math.min(FIRST_PAUSE * 2 ** failures++, LONGEST_PAUSE),
  });

  const leave = (reason: string) => {
    away = true;
    if (!told) log.warn({ reason }, 'Redis is away: this process counts limits for itself until it is back');
    told = true;
    // A new connection: the old one may lead nowhere, or to a server that has become a replica.
    if (client.status === 'ready') client.disconnect(true);
  };
  client.on('error', (error) => leave(error.message));
  client.on('close', () => leave('the connection was closed'));
  client.on('ready', async () => {
    try {
      await answerOf(client.eval(PROBE, 1, 'probe'));
    } catch (error) {
      leave(messageOf(error));
      return;
    }
    away = false;
    failures = 0;
    if (told) log.info('Redis is back');
    told = false;
  });

  const refusals = new Set<string>();
  const warnOnce = (reason: string) => {
    const kind = reason.split(' ', 1)[0] ?? '';
    if (!refusals.has(kind)) log.warn({ reason }, 'Redis refuses a command: the site goes on without it');
    refusals.add(kind);
  };

  return {
    client,
    ask: async (command) => {
      if (away) return AWAY;
      try {
        return { kind: 'answered', value: await answerOf(command(client)) };
      } catch (error) {
        const reason = messageOf(error);
        if (ABOUT_ONE_COMMAND.test(reason)) warnOnce(reason);
        else leave(reason);
        return AWAY;
      }
    },
    isAway: () => away,
    close: async () => {
      told = true;
      client.disconnect();
    },
  };
}

/** Rejects when nothing came in time. */
async function answerOf<T>(answer: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    // After a look at what has arrived: a process that was busy itself must not take Redis for silent.
    () => setImmediate(reject, new Error(`no answer within ${ANSWER_WITHIN} ms`)),
    ANSWER_WITHIN,
  );
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The message alone: errors of the client carry the command with all its arguments, also a password. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function keyPrefixOf(origin: string): string {
  return `site-${createHash('sha256').update(origin).digest('base64url').slice(0, 12)}:`;
}

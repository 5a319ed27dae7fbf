import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Redis or Valkey, shared by all processes of the site. It holds nothing that may not be lost (decisions §2). */
export type SharedRedis = {
  /** Rejects at once while Redis is away, and after `ANSWER_WITHIN` when it is silent: whoever asks goes on without it. */
  readonly client: Redis;
  /** No answer to be had at the moment; it is being tried again in the background. */
  readonly isAway: () => boolean;
  readonly close: () => Promise<void>;
};

/** Milliseconds that a request waits for Redis before it goes on without. */
const ANSWER_WITHIN = 250;
const CONNECT_WITHIN = 2_000;
/** Milliseconds between tries to reach it again. */
const LONGEST_PAUSE = 1_000;

/**
 * Connects in the background; never throws and never keeps the site from starting. What changes (away, back) is logged
 * once each time.
 */
export function openRedis(url: string, log: Logger): SharedRedis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: ANSWER_WITHIN,
    connectTimeout: CONNECT_WITHIN,
    retryStrategy: (tries) => Math.min(tries * 50, LONGEST_PAUSE),
  });
  let away = true;
  let told = false;
  client.on('ready', () => {
    away = false;
    if (told) log.info('Redis is back');
    told = false;
  });
  const leave = (err?: Error) => {
    away = true;
    if (told) return;
    told = true;
    log.warn({ err }, 'Redis is away: limits are counted in this process until it is back');
  };
  client.on('error', leave);
  client.on('close', () => leave());
  return {
    client,
    isAway: () => away,
    close: async () => {
      told = true;
      client.disconnect();
    },
  };
}

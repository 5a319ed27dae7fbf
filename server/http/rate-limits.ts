import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Keyring, sign } from '#server/settings/keyring.ts';
import { type Network, widestBlock } from './client-address.ts';
import type { SharedRedis } from './redis.ts';
import { refuse } from './refusal.ts';

/** Tries within a window of seconds (decisions §10). */
export const RATE_LIMITS = {
  signInPerAddressAndIp: { points: 10, seconds: 60 },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /** In place of the others, for each browser that signed in to the account before. */
  signInPerDevice: { points: 100, seconds: 3_600 },
  /** Beyond decisions §10: passwords typed in one session, or behind one mailed link, at a browser that never signed in. */
  proofsPerPlace: { points: 10, seconds: 600 },
  /** The same for all sessions and links of an account together. */
  proofsPerAccount: { points: 1_000, seconds: 3_600 },
  /** Beyond decisions §10: one password tried at ever other accounts; right ones are given back (docs/decisions/0024). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /** Verification, resend and reset: guesses at a link, or a flood of mails to ever new addresses. */
  linkPerIp: { points: 30, seconds: 60 },
  /** Beyond decisions §10: each mail for a new password leaves a row, and somebody may know thousands of accounts. */
  resetsADayPerIp: { points: 1_000, seconds: 24 * 3_600 },
  /** Beyond decisions §10: each press opens a window at a provider, and each answer is a call to it. */
  socialPerIp: { points: 30, seconds: 60 },
  /** Beyond decisions §10: each is a row for five minutes, and every visit of the sign-in page asks for one. */
  passkeyOptionsPerIp: { points: 60, seconds: 60 },
  /** Beyond decisions §10: guesses at the code of a second step, by who knows the password; right ones are given back. */
  codesPerAccount: { points: 10, seconds: 600 },
  /** In place of it, for each browser that signed in to the account before: who knows the password keeps no owner out. */
  codesPerDevice: { points: 10, seconds: 600 },
  /** Beyond decisions §10: each ends the links for a new password; a thief who can prove must not keep the owner from using one. */
  endAllSessionsPerAccount: { points: 10, seconds: 3_600 },
  /** Beyond decisions §10: each reads all that is kept about somebody, with files. */
  exportsADayPerAccount: { points: 10, seconds: 24 * 3_600 },
  /** Beyond decisions §10: each is a mail to an address that somebody signed in typed. */
  addressChangesPerAccount: { points: 5, seconds: 3_600 },
  /** Beyond decisions §10: each may become a mail to somebody else's address. */
  launchListPerIp: { points: 20, seconds: 600 },
  launchListADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Beyond decisions §10: each is a mail to an address that somebody typed. */
  rightsPerIp: { points: 20, seconds: 600 },
  rightsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Beyond decisions §10: each reads all that is kept under an address. */
  exportsADayPerAddress: { points: 10, seconds: 24 * 3_600 },
  formsPerIp: { points: 5, seconds: 60 },
  formsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Beyond decisions §10: cards that Stripe refuses, of the whole site: somebody tries which of the stolen ones work. */
  refusedCards: { points: 60, seconds: 3_600 },
  eventsPerIp: { points: 60, seconds: 60 },
  /** Beyond decisions §10: one batch of events can hold 50 page views. */
  pageViewsPerIp: { points: 120, seconds: 60 },
  /** Beyond decisions §10: a bearer token costs a signature to check before it is known whose it is; right ones are given back. */
  tokensPerIp: { points: 120, seconds: 60 },
  apiPerSession: { points: 120, seconds: 60 },
  /** Beyond decisions §10: enough searches unmask an address letter by letter. Of each operator. */
  peopleSearches: { points: 60, seconds: 600 },
  /** Beyond decisions §10: test mails of the launch list, of each operator, to themselves. */
  launchTests: { points: 10, seconds: 24 * 3_600 },
  /** Beyond decisions §10: each is a line in the log, from whoever cares to send one. */
  clientErrorsPerIp: { points: 10, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>;

/**
 * Mails that reach one address, whoever requests them. Nobody is refused: the excess of an hour waits, or is not sent for
 * a reset, for the launch list and for the rights of an address, as links already mailed still work (decisions §3.3 and §10).
 */
export const MAILS_PER_ADDRESS = {
  resetsAnHour: 5,
  launchListADay: 3,
  /** A link works for an hour (`RIGHTS_LINK_MINUTES`), so that whoever is refused a fourth has three that work. */
  rightsLinksAnHour: 3,
  /** Counted by the links, which are kept for a day after they end. */
  rightsLinksADay: 6,
  /** Networks that ask more than once have half of the hour's and half of the day's (`confirmation-turns.ts`). */
  confirmationsAnHour: 10,
  confirmationsADay: 20,
  /** Each of them has its five mails (spec §5). */
  signUpsADayPerNetwork: 3,
  /** A request that waited longer is dropped. */
  confirmationsWaitHours: 2,
  signUpsWaiting: 2_500,
  confirmationsAtOnce: 3,
  /** Later ones keep this distance. */
  secondsBetween: 45,
  /** About one change to how somebody signs in, such as a new passkey; more of the same are refused (`changes/note-change.ts`). */
  changesADay: 20,
  /** After the receipt for a message through a form, which tells strangers nothing but that there was one. */
  hoursBetweenReceipts: 24,
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Times the points of a block, for all blocks of one /48 together (decisions §10). */
const SITE_FACTOR = 10;
/**
 * Times the points of a block, for all visitors of a proxy that does not tell them apart: whatever it writes or leaves out, its
 * visitors are many. Guesses and floods stay bounded.
 */
const PROXY_FACTOR = 100;
/** Counters of one limit in memory, some 700 bytes each; the oldest go first. */
export const MOST_KEYS = 10_000;

/** Uncounts the try, which turned out to be one that nobody wants to limit. Does nothing once its window is over. */
type GiveBack = () => Promise<void>;

/**
 * Counts one try; refuses with RATE_LIMITED and `Retry-After` when there were too many. A network counts as its block
 * and, ten times wider, as the /48 around it. A proxy that names no visitor counts a hundred times wider, but where the key is
 * of one account.
 */
export type TakeFromLimit = (name: RateLimitName, ...key: readonly (string | Network)[]) => Promise<GiveBack>;

type RateLimitDeps = {
  /** Multiplies every limit (`RATE_LIMIT_SCALE`). */
  readonly scale: number;
  /** Keys are hashed with it: an address cannot be found again by trying all that there are. */
  readonly keyring: Keyring;
  /** Where the processes of the site count together; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  /** Whose own address stands for many visitors. */
  readonly isTrustedProxy?: ((address: string) => boolean) | undefined;
  /** Hears of each try of a visitor whom a proxy does not name. */
  readonly onUnnamed?: (() => void) | undefined;
  /** Hears of each refusal, for whoever looks at the site as a whole. */
  readonly onRefusal?: ((name: RateLimitName) => void) | undefined;
};

/** With the milliseconds to the end of the window. */
type Outcome = { readonly kind: 'taken' | 'refused'; readonly milliseconds: number };

/** So long before its end, in milliseconds, a window counts as over: what is given back must not reach the next one. */
const LATE = 1_000;

/**
 * Counts every try in Redis and in memory, and refuses where either does; Redis counts for all processes. While it is away, a
 * caller has one budget for each process, and what it spent at a process stays spent. Keys are keyed hashes that end with their window.
 */
export function createRateLimits(deps: RateLimitDeps): TakeFromLimit {
  const { scale, keyring, redis, onRefusal, onUnnamed, isTrustedProxy = () => false } = deps;
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { points, seconds }]) => {
      const createLimiter = (factor: number) => {
        const rule = {
          keyPrefix: `limit:${name}`,
          points: Math.max(1, Math.round(points * scale)) * factor,
          duration: seconds,
        };
        return {
          here: createMemoryCounter(rule),
          everywhere: redis && new RateLimiterRedis({ ...rule, storeClient: redis.client }),
        };
      };
      return [
        name,
        {
          ofBlocks: createLimiter(1),
          ofSites: createLimiter(SITE_FACTOR),
          ofProxies: createLimiter(PROXY_FACTOR),
        },
      ];
    }),
  );

  async function takeOne(
    { here, everywhere }: Limiter,
    hashed: string,
  ): Promise<Outcome & { giveBack: GiveBack }> {
    const started = performance.now();
    const lasts = ({ milliseconds }: Outcome) => performance.now() - started < milliseconds - LATE;
    const own = await take(here, hashed);
    const answer = everywhere && (await redis?.ask(() => take(everywhere, hashed)));
    const shared = answer?.kind === 'answered' ? answer.value : undefined;
    const giveBack = async () => {
      // Otherwise whoever lets right passwords end with the window could make the next one wider.
      if (lasts(own)) await here.reward(hashed);
      if (everywhere && shared && lasts(shared)) await redis?.ask(() => everywhere.reward(hashed));
    };
    // What this process counted itself stands, also where Redis was emptied.
    return { ...(own.kind === 'refused' ? own : (shared ?? own)), giveBack };
  }

  return async (name, ...key) => {
    const limiter = limiters.get(name);
    if (limiter === undefined) throw new Error(`there is no limit called ${name}`);
    const hash = (parts: readonly string[]) => sign(keyring, 'limit', [name, ...parts].join('\n'));
    const taken: Awaited<ReturnType<typeof takeOne>>[] = [];
    const networks = key.filter((part) => typeof part !== 'string');
    const isUnnamed = networks.some(({ address }) => address !== undefined && isTrustedProxy(address));
    if (isUnnamed) onUnnamed?.();
    const isWide = isUnnamed && name !== 'signInPerAddressAndIp';
    // The wider block first: where it is refused, its many small blocks leave no key each.
    if (!isUnnamed && networks.some(({ site }) => site !== undefined)) {
      const parts = key.map((part) => (typeof part === 'string' ? part : widestBlock(part)));
      taken.push(await takeOne(limiter.ofSites, hash(parts)));
    }
    if (taken.every(({ kind }) => kind === 'taken')) {
      const parts = key.map((part) => (typeof part === 'string' ? part : part.block));
      taken.push(await takeOne(isWide ? limiter.ofProxies : limiter.ofBlocks, hash(parts)));
    }
    const refusals = taken.filter(({ kind }) => kind === 'refused');
    if (refusals.length === 0) {
      return async () => {
        for (const { giveBack } of taken) await giveBack();
      };
    }
    onRefusal?.(name);
    const retryAfter = Math.max(1, ...refusals.map(({ milliseconds }) => Math.ceil(milliseconds / 1_000)));
    refuse('RATE_LIMITED', { limit: name, retryAfter, values: { wait: inWords(retryAfter) } });
  };
}

type Counter = Pick<RateLimiterMemory | RateLimiterRedis, 'consume' | 'reward'>;
type Limiter = { readonly here: Counter; readonly everywhere: Counter | undefined };

/** Forgets the keys that were unused for longest where there are too many: a flood from ever new networks fills no memory. */
function createMemoryCounter(rule: ConstructorParameters<typeof RateLimiterMemory>[0]): Counter {
  const limiter = new RateLimiterMemory(rule);
  const keys = new Set<string>();
  return {
    consume: (key: string) => {
      // The newest key stands last.
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > MOST_KEYS && oldest !== undefined) {
        keys.delete(oldest);
        void limiter.delete(oldest);
      }
      return limiter.consume(key);
    },
    reward: (key: string) => limiter.reward(key),
  };
}

/** Rejects only when the counter itself failed, or does not count. */
async function take(limiter: Counter, key: string): Promise<Outcome> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key);
    if (!Number.isFinite(consumedPoints))
      throw new Error('a limit was answered with something else than a number');
    return { kind: 'taken', milliseconds: msBeforeNext };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { kind: 'refused', milliseconds: rejection.msBeforeNext };
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

import { expect, onTestFinished, vi } from 'vitest';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';
import type { SendResult } from '../send-token.ts';
import { createSyncMarkerStore } from '../sync-marker.ts';
import { createTokenClient } from '../token-client.ts';
import { createTokenSync, type TokenSync } from '../token-sync.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const START = Date.parse('2026-01-06T05:42:00Z');

/** Advances the fake clock by this many milliseconds, and runs everything that is due. */
export const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const settle = () => passes(0);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type Sent = { readonly method: string; readonly token: string | undefined; readonly at: number };

/**
 * A simulated browser with our server and the server that gets the tokens. Its tabs share storage and lock. The clock
 * stays at `START` until the test advances it.
 */
export function openBrowser() {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  const stored = new Map<string, string>();
  let lock: Promise<unknown> = Promise.resolve();
  const world = {
    /** Frees the lock, as if the tab that holds it were closed. */
    freeLock: () => {
      lock = Promise.resolve();
    },
    /** The account of the session cookie; null when signed out. */
    session: 'asha' as string | null,
    tokenAnswer: undefined as CallResult<TokenAnswer> | undefined,
    /** How many milliseconds the server's clock is ahead. */
    skew: 0,
    tokenTakes: 0,
    hostAnswers: [] as SendResult[],
    hostTakes: 0,
    storage: () => ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }),
    stored,
    asked: 0,
    sent: [] as Sent[],
    methods: () => world.sent.map(({ method }) => method),
  };
  const tokenAnswer = (): CallResult<TokenAnswer> => {
    if (world.tokenAnswer) return world.tokenAnswer;
    if (world.session === null) return refused(401);
    const iat = Math.floor((Date.now() + world.skew) / SECOND);
    const payload = { sub: world.session, iat, exp: iat + 15 * 60, jti: world.asked };
    return { kind: 'ok', data: { token: `h.${btoa(JSON.stringify(payload))}.s` } };
  };
  const openTab = (account: () => string | null | undefined = () => world.session) => {
    let lost = 0;
    const sync: TokenSync = createTokenSync({
      clock: () => Date.now(),
      setTimer: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      random: () => 0,
      account,
      onSessionLost: () => {
        lost += 1;
      },
      client: createTokenClient({
        clock: () => Date.now(),
        fetchToken: async () => {
          world.asked += 1;
          const answer = tokenAnswer();
          if (world.tokenTakes > 0) await pause(world.tokenTakes);
          return answer;
        },
      }),
      send: async (method, token) => {
        world.sent.push({ method, token, at: Date.now() - START });
        if (world.hostTakes > 0) await pause(world.hostTakes);
        return world.hostAnswers.shift() ?? 'taken';
      },
      marker: createSyncMarkerStore(world.storage),
      exclusively: (work) => {
        const turn = lock.then(work);
        lock = turn;
        return turn;
      },
    });
    return { ...sync, lost: () => lost };
  };
  return { world, openTab };
}

export const refused = (status: number): CallResult<TokenAnswer> => ({
  kind: 'refused',
  status,
  refusal: { success: false, code: 'UNEXPECTED', message: '' },
});

/** A browser with one tab that has already sent the token of Asha. */
export async function signedInBrowser() {
  const browser = openBrowser();
  const tab = browser.openTab();
  void tab.check();
  await settle();
  expect(browser.world.methods()).toEqual(['POST']);
  return { ...browser, tab };
}

import { TOKEN_TIMES } from '#contract/limits.ts';
import type { SendToken } from './send-token.ts';
import type { SyncMarker, SyncMarkerStore } from './sync-marker.ts';
import type { Token, TokenClient } from './token-client.ts';

export type TokenSyncParts = {
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Calls back once after a time in milliseconds; answers how to call it off. */
  readonly setTimer: (ms: number, callback: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The id of the account that is signed in, null for nobody, undefined while that is not certain. */
  readonly account: () => string | null | undefined;
  /** The server knows another session, or none: time to ask it who is signed in. */
  readonly onSessionLost: () => void;
  readonly client: TokenClient;
  readonly send: SendToken;
  readonly marker: SyncMarkerStore;
  /** Runs one at a time, over all tabs. Never rejects because another tab is gone. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
};

export type TokenSync = {
  /** Looks at who is signed in and at the clock, and does what is due. May be called at any time and as often as wanted. */
  readonly check: () => Promise<void>;
  /** The network is back: what failed is tried again at once. */
  readonly retry: () => Promise<void>;
  /** Before a sign-out: gets the token that will sign the goodbye, for it cannot be had afterwards. Waits 2 s at most. */
  readonly prepareFarewell: () => Promise<void>;
  readonly stop: () => void;
};

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** No token lives longer, so a marker that says so was written by a clock that has been set back since. */
const LONGEST_WAIT_MS = 15 * 60_000;
const FAREWELL_PATIENCE_MS = 2_000;
/** The tab that signs out says goodbye with a token. The others let it go first, and step in when it is gone. */
const OTHER_TABS_WAIT_MS = 3_000;
const GOODBYES_TRIED = 5;

type Goodbye = { readonly token: Token | undefined; readonly failures: number; readonly nextAt: number };

/**
 * Tells another server of our own who is signed in (spec §7, decisions §3.10): POST with a token after a sign-in and at
 * each refresh, DELETE after a sign-out. What was told is marked where all tabs see it, and every step is done by one
 * tab at a time, so that one of them speaks for all: docs/decisions/0023-one-tab-speaks-for-all.md.
 */
export function createTokenSync(parts: TokenSyncParts): TokenSync {
  const { clock, setTimer, account, client, send, marker, exclusively } = parts;
  let cancelTimer = () => {};
  let stopped = false;
  let farewell: Token | undefined;
  let goodbye: Goodbye | undefined;
  let leftAt: number | undefined;

  const check = () => exclusively(async () => (stopped ? undefined : act()));

  function planAt(time: number): void {
    cancelTimer();
    if (!stopped) cancelTimer = setTimer(Math.max(0, time - clock()), () => void check());
  }

  async function act(): Promise<void> {
    const who = account();
    if (who === undefined) return;
    if (who === null) return signedOut();
    leftAt = undefined;
    const told = marker.read();
    const wait = told?.account === who ? told.nextAt - clock() : 0;
    if (told !== null && wait > 0 && wait <= LONGEST_WAIT_MS) return planAt(told.nextAt);
    return tell(who, told?.account === who ? told.failures : 0);
  }

  async function tell(who: string, failures: number): Promise<void> {
    // Marked as failed beforehand: a tab that is closed in the middle leaves the next try to the others, in time.
    const tried: SyncMarker = { account: who, nextAt: clock() + backOff(failures), failures: failures + 1 };
    marker.write(tried);
    planAt(tried.nextAt);
    const result = await client.take();
    if (result.kind === 'unreachable' || account() !== who) return;
    if (result.kind === 'signed-out' || result.token.account !== who) return parts.onSessionLost();
    const { token } = result;
    const sent = await send('POST', token.text);
    if (sent === 'failed' || sent === 'unreachable') return;
    marker.write({ account: who, nextAt: token.refreshAt, failures: 0 });
    planAt(token.refreshAt);
  }

  async function signedOut(): Promise<void> {
    const told = marker.read();
    leftAt ??= clock();
    if (told !== null) {
      const token = farewell?.account === told.account && isYoung(farewell) ? farewell : undefined;
      const waitUntil = leftAt + OTHER_TABS_WAIT_MS;
      if (token === undefined && clock() < waitUntil) return planAt(waitUntil);
      marker.write(null);
      goodbye = { token, failures: 0, nextAt: clock() };
    }
    farewell = undefined;
    if (goodbye !== undefined) await sayGoodbye(goodbye);
  }

  async function sayGoodbye({ token, failures, nextAt }: Goodbye): Promise<void> {
    if (clock() < nextAt) return planAt(nextAt);
    goodbye = undefined;
    if (token !== undefined && !isYoung(token)) return;
    const sent = await send('DELETE', token?.text);
    // Said again only when it was not heard: an answer, even a bad one, means that this token has been seen.
    if (sent !== 'unreachable' || failures + 1 >= GOODBYES_TRIED) return;
    goodbye = { token, failures: failures + 1, nextAt: clock() + backOff(failures) };
    planAt(goodbye.nextAt);
  }

  function isYoung({ askedAt }: Token): boolean {
    const age = clock() - askedAt;
    return age >= 0 && age <= TOKEN_TIMES.syncMaxAge;
  }

  /** Twice as long after each failure, and up to half of it less, so that not all browsers come back together. */
  function backOff(failures: number): number {
    const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    return longest * (1 - parts.random() / 2);
  }

  return {
    check,
    retry: () =>
      exclusively(async () => {
        if (stopped) return;
        const told = marker.read();
        if (told !== null && told.failures > 0) marker.write({ ...told, nextAt: clock() });
        if (goodbye !== undefined) goodbye = { ...goodbye, nextAt: clock() };
        await act();
      }),
    async prepareFarewell() {
      if (marker.read() === null) return;
      farewell = undefined;
      await new Promise<void>((done) => {
        const cancel = setTimer(FAREWELL_PATIENCE_MS, done);
        void client.take().then((result) => {
          cancel();
          if (result.kind === 'token') farewell = result.token;
          done();
        });
      });
    },
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}

import { TOKEN_TIMES } from '#contract/limits.ts';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';
import type { SendToken, TakeToken, Token } from './token-calls.ts';

type TokenSyncParts = {
  readonly clock: () => number;
  /** Starts a timer. Returns a function that cancels it. */
  readonly setTimer: (ms: number, callback: () => void) => () => void;
  readonly random: () => number;
  /** The id of the signed-in account: null when nobody is signed in, undefined while that is not confirmed. */
  readonly account: () => string | null | undefined;
  /** Called when the server reports another session or none, so that the page confirms its session. */
  readonly onSessionLost: () => void;
  readonly take: TakeToken;
  readonly send: SendToken;
  /** Runs one piece of work at a time, over all tabs of the browser. Never rejects. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
};

export type TokenSync = ReturnType<typeof createTokenSync>;

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** If the marker says to wait longer than this, the clock was set back after the marker was written. */
const LONGEST_WAIT_MS = 15 * 60_000;
const SIGN_OUT_TOKEN_TIMEOUT_MS = 2_000;
/** If the tab that signs out is closed, another tab sends the DELETE, without a token, after this time. */
const OTHER_TABS_DELAY_MS = 3_000;
const DELETE_ATTEMPTS = 5;

/** The marker says what this browser last sent; it has no token. */
type SyncMarker = {
  readonly account: string;
  /** When the next request is due, in Unix milliseconds of this device. */
  readonly nextAt: number;
  readonly failures: number;
};

const MARKER_KEY = 'tokenSync';

/** The marker is in the storage of all tabs, or in the memory of each tab if storage is blocked or full. */
function createMarkerStore() {
  let inMemory: SyncMarker | null = null;
  let isShared = true;
  return {
    read: () => (isShared ? parseMarker(readStored(MARKER_KEY)) : inMemory),
    write(marker: SyncMarker | null): void {
      inMemory = marker;
      isShared = writeStored(MARKER_KEY, marker && JSON.stringify(marker));
    },
  };
}

function parseMarker(text: string | null): SyncMarker | null {
  const value = parseObject(text);
  if (value === null) return null;
  const { account, nextAt, failures } = value;
  const isWhole = typeof account === 'string' && Number.isFinite(nextAt) && Number.isFinite(failures);
  return isWhole ? (value as SyncMarker) : null;
}

type PendingDelete = {
  readonly token: Token | undefined;
  readonly failures: number;
  readonly nextAt: number;
};

/**
 * Reports sign-ins and sign-outs to another server (docs/product.md, "Token sync"). One tab acts for all tabs
 * (docs/decisions/0023-one-tab-sends-the-token.md).
 */
export function createTokenSync(parts: TokenSyncParts) {
  const { clock, setTimer, account, take, send, exclusively } = parts;
  const marker = createMarkerStore();
  let cancelTimer = () => {};
  let stopped = false;
  let signOutToken: Token | undefined;
  let pendingDelete: PendingDelete | undefined;
  let leftAt: number | undefined;

  const check = () => exclusively(async () => (stopped ? undefined : act()));

  function scheduleAt(time: number): void {
    cancelTimer();
    if (!stopped) cancelTimer = setTimer(Math.max(0, time - clock()), () => void check());
  }

  async function act(): Promise<void> {
    const who = account();
    if (who === undefined) return;
    if (who === null) return signedOut();
    leftAt = undefined;
    const sent = marker.read();
    const wait = sent?.account === who ? sent.nextAt - clock() : 0;
    if (sent !== null && wait > 0 && wait <= LONGEST_WAIT_MS) return scheduleAt(sent.nextAt);
    return sendToken(who, sent?.account === who ? sent.failures : 0);
  }

  async function sendToken(who: string, failures: number): Promise<void> {
    // The attempt is recorded as failed before it begins, so that another tab retries if this tab is closed.
    const tried: SyncMarker = { account: who, nextAt: clock() + backoff(failures), failures: failures + 1 };
    marker.write(tried);
    scheduleAt(tried.nextAt);
    const token = await take();
    if (token === 'unreachable' || account() !== who) return;
    if (token === 'signed-out' || token.account !== who) return parts.onSessionLost();
    const sent = await send('POST', token.text);
    if (sent === 'failed' || sent === 'unreachable') return;
    marker.write({ account: who, nextAt: token.refreshAt, failures: 0 });
    scheduleAt(token.refreshAt);
  }

  async function signedOut(): Promise<void> {
    const sent = marker.read();
    leftAt ??= clock();
    if (sent !== null) {
      const token =
        signOutToken?.account === sent.account && isFresh(signOutToken) ? signOutToken : undefined;
      const waitUntil = leftAt + OTHER_TABS_DELAY_MS;
      if (token === undefined && clock() < waitUntil) return scheduleAt(waitUntil);
      marker.write(null);
      pendingDelete = { token, failures: 0, nextAt: clock() };
    }
    signOutToken = undefined;
    if (pendingDelete !== undefined) await sendDelete(pendingDelete);
  }

  async function sendDelete({ token, failures, nextAt }: PendingDelete): Promise<void> {
    if (clock() < nextAt) return scheduleAt(nextAt);
    pendingDelete = undefined;
    if (token !== undefined && !isFresh(token)) return;
    const sent = await send('DELETE', token?.text);
    // The DELETE is repeated only if no answer came, because any answer means that the server has seen this token.
    if (sent !== 'unreachable' || failures + 1 >= DELETE_ATTEMPTS) return;
    pendingDelete = { token, failures: failures + 1, nextAt: clock() + backoff(failures) };
    scheduleAt(pendingDelete.nextAt);
  }

  function isFresh({ askedAt }: Token): boolean {
    const age = clock() - askedAt;
    return age >= 0 && age <= TOKEN_TIMES.syncMaxAge;
  }

  function backoff(failures: number): number {
    const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    return longest * (1 - parts.random() / 2);
  }

  return {
    /** Sends the token or the DELETE that is due. May be called at any time. */
    check,
    /** Retries a failed request at once. Call it when the network is back. */
    retry: () =>
      exclusively(async () => {
        if (stopped) return;
        const sent = marker.read();
        if (sent !== null && sent.failures > 0) marker.write({ ...sent, nextAt: clock() });
        if (pendingDelete !== undefined) pendingDelete = { ...pendingDelete, nextAt: clock() };
        await act();
      }),
    /** Fetches the token for the DELETE, because the server gives none after the sign-out. Waits 2 s at most. */
    async prepareSignOut() {
      if (marker.read() === null) return;
      signOutToken = undefined;
      await new Promise<void>((done) => {
        const cancel = setTimer(SIGN_OUT_TOKEN_TIMEOUT_MS, done);
        void take().then((token) => {
          cancel();
          if (typeof token === 'object') signOutToken = token;
          done();
        });
      });
    },
    stop(): void {
      stopped = true;
      cancelTimer();
    },
  };
}

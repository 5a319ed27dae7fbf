import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { MAILS_TRIED } from '#server/metrics/series.ts';
import { DAY_MS, type SetTimer, setUnrefTimer } from '#server/time.ts';
import {
  backOff,
  type ClaimedMail,
  claimDue,
  type Deliver,
  type DeliveryResult,
  extendLeases,
  IN_TURN,
  MAILS_AT_ONCE,
  type MakeBodies,
  markDead,
  markSent,
  tryLater,
} from './mail-queue.ts';

type MailWorkerOptions = {
  readonly db: Db;
  /** Sends a mail. Undefined if no mail server is configured: mails then stay in the outbox (docs/product.md, "Email"). */
  readonly deliver: Deliver | undefined;
  readonly makeBodies: MakeBodies;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly setTimer?: SetTimer;
};

type MailOutcome =
  | Exclude<DeliveryResult, { kind: 'refused' }>
  | { readonly kind: 'given-up'; readonly why: string; readonly reason: string };

/** The duration of a mail's lease. If a process dies, its mails are sent again after this time. */
const LEASE_MS = 30_000;
/** The pause between searches for due mails. These searches also find mails that other processes have stored. */
const LOOK_AGAIN_MS = 5_000;
/** The age at which an undelivered mail is given up (docs/product.md, "Email"). */
const GIVE_UP_AFTER_DAYS = 3;

/**
 * Sends waiting mails, from any number of processes. Each mail is sent at least once: after a crash it is sent again with the
 * same Message-ID. A permanent refusal, the expiry of the link or an age of `GIVE_UP_AFTER_DAYS` ends the attempts.
 */
export function startMailWorker({
  db,
  deliver,
  makeBodies,
  clock,
  random,
  log,
  metrics,
  setTimer = setUnrefTimer,
}: MailWorkerOptions) {
  const inFlight = new Map<string, Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelNextLook = () => {};
  let cancelLeaseTimer: (() => void) | undefined;
  let extending: Promise<void> = Promise.resolve();

  const later = (ms: number) => new Date(clock().getTime() + ms);

  /** Looks for due mails soon. Never throws. Several calls at once cause one query. */
  function wake(): void {
    if (stopped) return;
    lookAgain = true;
    looking ??= look();
  }

  async function look(): Promise<void> {
    cancelNextLook();
    while (lookAgain && !stopped) {
      lookAgain = false;
      await sendDue().catch((error: unknown) => {
        log.error({ err: error }, 'the outbox could not be read; it will be tried again');
      });
    }
    // No `await` may come between the last check of `lookAgain` and this line: a call of `wake` during the wait would have no
    // effect.
    looking = undefined;
    if (!stopped) cancelNextLook = setTimer(LOOK_AGAIN_MS, wake);
  }

  async function sendDue(): Promise<void> {
    for (const some of IN_TURN) {
      const free = MAILS_AT_ONCE - inFlight.size;
      if (deliver === undefined || free === 0) return;
      for (const mail of await claimDue(db, free, clock(), later(LEASE_MS), some)) {
        inFlight.set(mail.id, send(deliver, mail));
        keepLeases();
      }
    }
  }

  async function send(deliver: Deliver, mail: ClaimedMail): Promise<void> {
    try {
      await record(mail, await tryToDeliver(deliver, mail));
    } catch (error) {
      log.error(
        { err: error, mail: mail.id },
        'the result of sending a mail could not be stored; the mail will be sent again',
      );
    }
    inFlight.delete(mail.id);
    wake();
  }

  async function tryToDeliver(deliver: Deliver, mail: ClaimedMail): Promise<MailOutcome> {
    const now = clock();
    if (mail.linkExpiresAt !== undefined && mail.linkExpiresAt <= now)
      return { kind: 'given-up', why: 'its link has expired', reason: 'not sent: its link has expired' };
    const result = await sendWhole(deliver, mail).catch((error: unknown): DeliveryResult => {
      log.error({ err: error, mail: mail.id }, 'delivering a mail failed unexpectedly');
      return { kind: 'temporary', reason: 'unexpected error' };
    });
    if (result.kind === 'refused')
      return { kind: 'given-up', why: 'the mail server refused it permanently', reason: result.reason };
    if (
      result.kind === 'temporary' &&
      now.getTime() - mail.createdAt.getTime() >= GIVE_UP_AFTER_DAYS * DAY_MS
    )
      return { kind: 'given-up', why: `${GIVE_UP_AFTER_DAYS} days have passed`, reason: result.reason };
    return result;
  }

  async function sendWhole(deliver: Deliver, mail: ClaimedMail): Promise<DeliveryResult> {
    if (mail.text !== '') return deliver(mail);
    const bodies = await makeBodies(mail.id);
    return bodies === undefined
      ? { kind: 'temporary', reason: 'the mail has no content' }
      : deliver({ ...mail, ...bodies });
  }

  async function record(mail: ClaimedMail, result: MailOutcome): Promise<void> {
    const countedAs = result.kind === 'sent' ? 'sent' : result.kind === 'temporary' ? 'retried' : 'dead';
    metrics.count(MAILS_TRIED, { kind: mail.kind, outcome: countedAs });
    const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
    if (result.kind === 'sent') {
      await markSent(db, mail.id, clock());
      log.info(about, 'mail sent');
    } else if (result.kind === 'given-up') {
      await markDead(db, mail, result.reason, clock());
      log.error({ ...about, reason: result.reason }, `mail given up: ${result.why}`);
    } else {
      const next = later(backOff(mail.attempts, random()));
      await tryLater(db, mail, result.reason, next);
      log.warn(
        { ...about, reason: result.reason, next: next.toISOString() },
        'mail not sent; it will be tried again',
      );
    }
  }

  /** Leases are short, so that mails do not wait long after a crash. The leases of mails being sent are extended. */
  function keepLeases(): void {
    cancelLeaseTimer ??= setTimer(LEASE_MS / 3, () => {
      cancelLeaseTimer = undefined;
      if (inFlight.size === 0) return;
      extending = extendLeases(db, [...inFlight.keys()], later(LEASE_MS)).catch((error: unknown) => {
        log.error(
          { err: error },
          'the leases of mails being sent could not be extended; another process may send these mails again',
        );
      });
      keepLeases();
    });
  }

  wake();
  return {
    wake,
    /** Stops taking mails, and resolves when the results of the mails that are being sent are stored. */
    stop: async () => {
      stopped = true;
      cancelNextLook();
      await looking;
      await Promise.all(inFlight.values());
      cancelLeaseTimer?.();
      await extending;
    },
  };
}

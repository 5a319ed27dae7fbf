import { parseArgs } from 'node:util';
import type { ExpressionBuilder } from 'kysely';
import { recordAction } from '#server/audit/record-action.ts';
import type { IsoTime, Schema } from '#server/database/schema.ts';
import { notificationId } from '#server/forms/notification.ts';
import { SAME_PAYMENT_WITHIN } from '#server/forms/store-submission.ts';
import { auditDeps } from '../audit-deps.ts';
import { EXIT_CODES, type ExitCode, type OperatorDeps } from '../command.ts';
import { UsageError, understand } from '../usage-error.ts';
import { parseDeletion, type SubmissionFilter } from './filter.ts';
import { findNamed, notFoundSentence } from './named-submissions.ts';
import { filtered } from './read-submissions.ts';
import { countOf } from './sentences.ts';

/** Deleted in one transaction. Small, so that the running site never waits long for its turn to write. */
const AT_ONCE = 50;

/**
 * A submission whose card payment has begun may have been paid already, and nobody who paid is forgotten. The site
 * receives it or removes it within a day (`settlePayments`); what is older than this, nobody looks after any more.
 */
const PAYMENT_WATCHED_FOR = 2 * SAME_PAYMENT_WITHIN;

/** `submissions delete`: those named, or all of a state that came before a date; with their files and the mails that tell of them. */
export async function deleteSubmissions(deps: OperatorDeps, args: readonly string[]): Promise<ExitCode> {
  const { ids, filter, yes } = parseDelete(args);
  if (!yes && deps.ask === undefined) {
    throw new UsageError(
      'Deleting asks first, and nobody is at a keyboard here to answer: add --yes to go without.',
    );
  }
  return filter === undefined ? deleteNamed(deps, ids, yes) : deleteMatching(deps, filter, yes);
}

function parseDelete(args: readonly string[]) {
  const { values, positionals } = understand(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        form: { type: 'string' },
        state: { type: 'string' },
        before: { type: 'string' },
        yes: { type: 'boolean' },
      },
    }),
  );
  const { state, before, form, yes = false } = values;
  if (positionals.length > 0) {
    if (state !== undefined || before !== undefined || form !== undefined) {
      throw new UsageError('Name submissions by their ids, or say which with flags; not both.');
    }
    return { ids: positionals, filter: undefined, yes };
  }
  if (state === undefined || before === undefined) {
    throw new UsageError('Name submissions by their ids, or say which: --state and --before, both.');
  }
  return { ids: [], filter: parseDeletion({ form, state, before }), yes };
}

async function deleteNamed(deps: OperatorDeps, typed: readonly string[], yes: boolean): Promise<ExitCode> {
  const named = await findNamed(deps.db, typed);
  const found = named.flatMap((one) => (one.kind === 'found' ? [one.id] : []));
  for (const one of named) if (one.kind !== 'found') deps.complain(notFoundSentence(one));
  const ids = await withoutPaymentUnderWay(deps, found);
  for (const id of found) if (!ids.includes(id)) deps.complain(`${id} ${PAYMENT_UNDER_WAY}`);
  if (ids.length === 0) return EXIT_CODES.failed;
  if (!(await mayDelete(deps, ids.length, yes))) return EXIT_CODES.failed;
  let count = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) count += await remove(deps, ids.slice(at, at + AT_ONCE));
  deps.print(`Deleted ${countOf(count)}.`);
  return count === named.length ? EXIT_CODES.done : EXIT_CODES.failed;
}

async function deleteMatching(deps: OperatorDeps, filter: SubmissionFilter, yes: boolean): Promise<ExitCode> {
  const { count: found } = await deletable(deps, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const total = Number(found);
  if (total === 0) {
    deps.print('No submission is like that.');
    return EXIT_CODES.done;
  }
  if (!(await mayDelete(deps, total, yes))) return EXIT_CODES.failed;
  let count = 0;
  let from: IsoTime | undefined;
  // As many as were agreed to, the oldest first: what comes in meanwhile stays.
  while (count < total) {
    const rows = await deletable(deps, { ...filter, from })
      .select(['id', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(Math.min(AT_ONCE, total - count))
      .execute();
    if (rows.length === 0) break;
    from = rows.at(-1)?.created_at;
    count += await remove(
      deps,
      rows.map(({ id }) => id),
    );
  }
  deps.print(`Deleted ${countOf(count)}.`);
  return EXIT_CODES.done;
}

async function mayDelete({ ask, print }: OperatorDeps, count: number, yes: boolean): Promise<boolean> {
  if (yes) return true;
  const isMeant = await ask?.(`Delete ${countOf(count)}, with files? This cannot be undone.`);
  if (isMeant !== true) print('Nothing was deleted.');
  return isMeant === true;
}

const PAYMENT_UNDER_WAY = 'waits for its payment: it is received or removed by itself within a day.';

async function withoutPaymentUnderWay(deps: OperatorDeps, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await deletable(deps, {}).select('id').where('id', 'in', ids).execute();
  const may = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => may.has(id));
}

/** Those that a filter lets through, without the ones that may have been paid this moment. */
function deletable({ db, clock }: OperatorDeps, filter: SubmissionFilter) {
  return filtered(db, filter).where(hasNoPaymentUnderWay(clock()));
}

function hasNoPaymentUnderWay(now: Date) {
  const watchedSince = new Date(now.getTime() - PAYMENT_WATCHED_FOR).toISOString();
  return (eb: ExpressionBuilder<Schema, 'submissions'>) =>
    eb.or([
      eb('state', '!=', 'unpaid'),
      eb('payment_intent', 'is', null),
      eb('created_at', '<', watchedSince),
    ]);
}

/** Answers how many of them were there to be deleted. */
async function remove(deps: OperatorDeps, ids: readonly string[]): Promise<number> {
  const { db, clock } = deps;
  const audit = auditDeps(deps);
  return db.transaction().execute(async (tx) => {
    // Files go with their submission.
    const deleted = await tx
      .deleteFrom('submissions')
      .where('id', 'in', ids)
      .where(hasNoPaymentUnderWay(clock()))
      .returning('id')
      .execute();
    if (deleted.length === 0) return 0;
    await tx
      .deleteFrom('outbox')
      .where(
        'id',
        'in',
        deleted.map(({ id }) => notificationId(id)),
      )
      .execute();
    for (const { id } of deleted)
      await recordAction(audit, tx, {
        action: 'submission-deleted',
        actor: 'operator',
        subject: id,
      });
    return deleted.length;
  });
}

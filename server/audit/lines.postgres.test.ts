import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { REASONS } from '#contract/operators.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { ACCOUNT_DELETED, SIGNED_OUT } from '#features/accounts/server/audit-actions.ts';
import { RECOVERY_PROOFS } from '#features/undo-changes/contract.ts';
import type { Db } from '#server/database/database.ts';
import { FEATURES } from '#server/features.ts';
import { createLog } from '#server/http/log.ts';
import { createCoreJobs, startJobs } from '#server/jobs/run-jobs.ts';
import { createFakeTime } from '#server/testing/clock-and-random.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { RETENTION_RUN } from './core-actions.ts';
import { actionsOf, createLineInWords, logNewLines } from './lines.ts';
import { hashOfId, recordAction, recordAlone, recordDeletion } from './record-action.ts';

const app = await openTestApp();
const { db, deps } = app;
beforeEach(() => db.deleteFrom('audit').execute());

function newProcess(ofProcess: Db = db) {
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
  const details = () =>
    logged.flatMap(({ audit }) => (audit as { detail: string } | undefined)?.detail ?? []);
  return { deps: { db: ofProcess, log }, logged, details };
}

async function record(...details: readonly string[]): Promise<void> {
  for (const detail of details) {
    app.advance(1);
    await recordAlone(deps, { action: RETENTION_RUN, actor: 'system', detail });
  }
}
const places = async () =>
  (await db.selectFrom('audit').select('seq').orderBy('at').execute()).map(({ seq }) => seq);

test('[V16.4.2] each audit line is written to the log once, in order of time, with the values stored in the database', async () => {
  await record('1', '2', '3');
  const site = newProcess();
  await logNewLines(site.deps);
  await logNewLines(site.deps);
  expect(site.details()).toEqual(['1', '2', '3']);
  const [stored] = await db.selectFrom('audit').selectAll().orderBy('at').execute();
  const { seq: _, link, ...line } = stored ?? { link: undefined };
  expect(link).toBe('');
  expect(site.logged[0]).toMatchObject({ msg: 'audit', audit: line });
});

test('the log line of a deletion has a hash of the deleted id, so that a restore can repeat the deletion', async () => {
  await record('other');
  app.advance(1);
  const entry = { action: ACCOUNT_DELETED, actor: 'operator', subject: 'somebody' } as const;
  await db.transaction().execute((tx) => recordDeletion(deps, tx, entry));
  const site = newProcess();
  await logNewLines(site.deps);
  expect(site.logged.map(({ deletedIds }) => deletedIds)).toEqual([undefined, [hashOfId('somebody')]]);
});

test('an audit line is written to the log again if the database failed to mark the line as logged', async () => {
  await record('1');
  const failing: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const killed = newProcess(db.withPlugin(failing));
  await expect(logNewLines(killed.deps)).rejects.toThrow('away');
  const next = newProcess();
  await logNewLines(next.deps);
  expect([killed.details(), next.details(), await places()]).toEqual([['1'], ['1'], [-1]]);
});

test('an audit line is marked as logged only after the log has written the line', async () => {
  await record('1');
  const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const log = createLog('info', {
    write: () => {},
    // @ts-expect-error pino calls `flush` with a callback, but its type has none.
    flush: (done: () => void) => {
      asked.resolve();
      void written.promise.then(done);
    },
  });
  const logging = logNewLines({ db, log });
  await Promise.race([asked.promise, logging]);
  // The line must not be marked before the log is written. These repeated reads would notice that.
  for (let look = 0; look < 20; look++) expect(await places()).toEqual([null]);
  written.resolve();
  await logging;
  expect(await places()).toEqual([-1]);
});

test('when several processes log audit lines at the same time, every audit line is logged', async () => {
  const processes = [db, app.anotherDb(), app.anotherDb()].map(newProcess);
  await Promise.all(
    processes.map(async (one, at) => {
      for (let line = 0; line < 20; line++) {
        await record(`${at}-${line}`);
        await logNewLines(one.deps);
      }
    }),
  );
  const last = newProcess();
  while ((await logNewLines(last.deps)) === 'more');
  expect(new Set([...processes, last].flatMap(({ details }) => details())).size).toBe(60);
  expect(await places()).not.toContain(null);
});

// This test needs PostgreSQL: on SQLite, any open transaction delays all other writers.
test.runIf(process.env.TEST_DATABASE_URL)(
  'an open transaction with an audit line does not delay a sign-in, and the line is logged after the commit',
  async () => {
    const { email } = await signedInPerson(app);
    const before = (await places()).length;
    const other = app.anotherDb();
    const open = await other.startTransaction().execute();
    onTestFinished(async () => {
      if (!open.isCommitted) await open.rollback().execute();
    });
    await recordAction(deps, open, { action: SIGNED_OUT, actor: 'visitor' });
    const answer = await app.browser().post(ACCOUNT_API.signIn, { email, password: PASSWORD });
    expect(answer.status).toBe(200);
    const marked = async () => {
      await logNewLines(deps);
      return (await db.selectFrom('audit').select('id').where('seq', 'is not', null).execute()).length;
    };
    expect(await marked()).toBe(before + 1);
    await open.commit().execute();
    expect(await marked()).toBe(before + 2);
  },
);

test('audit lines logged by a version before 2.0 are not logged again, and that version can still add lines', async () => {
  await record('old', 'new', 'newer');
  const number = (detail: string, seq: number) =>
    db.updateTable('audit').set({ seq }).where('detail', '=', detail).execute();
  await number('old', 1);
  const site = newProcess();
  await logNewLines(site.deps);
  expect(site.details()).toEqual(['new', 'newer']);
  await record('of the old process');
  await number('of the old process', 2);
  expect(await logNewLines(site.deps)).toBe('done');
  expect(await places()).toEqual([1, -1, -2, 2]);
});

test('a site logs waiting audit lines at its start, new ones each second, and the last ones when it stops', async () => {
  await record('before the start');
  const site = newProcess();
  const time = createFakeTime();
  const jobs = createCoreJobs({ daily: async () => {} }).filter(({ run }) => run === logNewLines);
  const { end } = startJobs(jobs, { ...deps, ...site.deps }, time.setTimer);
  onTestFinished(end);
  await waitFor(() => expect(site.details()).toEqual(['before the start']));
  await record('later');
  await waitFor(() => {
    time.advance(1_000);
    expect(site.details()).toEqual(['before the start', 'later']);
  });
  await record('just before the end');
  await end();
  expect(site.details().at(-1)).toBe('just before the end');
  expect(await places()).toEqual([-1, -2, -3]);
});

test.each([
  ['signed-in', 'password, second step', 'By password; With two-step verification'],
  ['signed-up', 'address-taken', 'The address has an account already'],
  ['signed-out', 'from another session', 'From another device'],
  ['person-shown', 'legal', REASONS.legal],
  ['recovery-planned', 'call, identity', `${RECOVERY_PROOFS.call}; ${RECOVERY_PROOFS.identity}`],
  ['submission-deleted', hashOfId('anything'), ''],
  ['announced', ': Back at 18:00, sorry', '“Back at 18:00, sorry”'],
])('the console shows the audit action “%s” with the detail “%s” as “%s”', (action, detail, words) => {
  expect(createLineInWords(FEATURES)({ action, detail }).why).toBe(words);
});

test('an audit line of a removed feature is shown with the stored name of its action instead of a description', () => {
  const line = createLineInWords([])({ action: 'passkey-added', detail: 'passkey' });
  expect(line).toEqual({ what: 'passkey-added', why: 'passkey' });
});

test('no two audited actions have the same name', () => {
  const names = actionsOf(FEATURES).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
});

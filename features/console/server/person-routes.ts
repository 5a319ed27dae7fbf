import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressKey } from '#contract/address.ts';
import { isSameName } from '#contract/display-name.ts';
import { CLOSED_REASONS, type ClosedReason } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { pathFor } from '#contract/paths.ts';
import type { ConsoleAction } from '#contract/roles.ts';
import { closeAccount, reopenAccount } from '#features/accounts/server/closed-accounts.ts';
import { deleteAccount } from '#features/accounts/server/delete-account.ts';
import { lockUser } from '#features/accounts/server/lock-user.ts';
import { requestReset } from '#features/accounts/server/password-reset.ts';
import { endAllSessions } from '#features/accounts/server/security/end-sessions.ts';
import { shownName } from '#features/accounts/server/shown-name.ts';
import { ACTIONS, CONSOLE, DELETIONS_A_DAY, OPERATOR_NOTE_MAX_LENGTH } from '#features/console/contract.ts';
import {
  countRecoveryProofs,
  RECOVERY_PROOF_NAMES,
  RECOVERY_PROOFS_LEAST,
} from '#features/undo-changes/contract.ts';
import { planRecovery } from '#features/undo-changes/server/recovery.ts';
import { exportPerson } from '#features/your-data/server/export-person.ts';
import { findPerson } from '#features/your-data/server/own-tables.ts';
import { recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Asked, ConsolePage, ConsoleRoutes, PostAnswer } from '#server/console-view.ts';
import { html } from '#server/html/html.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { letter, list, reason } from '#server/http/form-fields.ts';
import { mayDeleteAccount } from './deletions.ts';
import { askedAgain, type ConsoleDeps } from './guard.ts';
import { withQuery } from './list-pages.ts';
import { deleteNote, writeNote } from './operator-notes.ts';
import { findHindrance, readPerson } from './people.ts';
import { DONE, NOT_PLANNED, personPage } from './person-page.ts';
import { toProblem } from './told.ts';

const closed = z.enum(Object.keys(CLOSED_REASONS) as ClosedReason[], 'Please choose a reason.');
const personBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('reset'), reason }),
  z.object({ do: z.literal('close'), reason, closed }),
  z.object({ do: z.literal('reopen'), reason }),
  z.object({ do: z.literal('note'), reason, text: letter(OPERATOR_NOTE_MAX_LENGTH) }),
  z.object({ do: z.literal('delete-note'), reason, note: id }),
]);
const reasonBody = z.object({ reason });
const deletionBody = z.object({ reason, typed: z.string().max(1_000) });
const recoveryBody = z.object({
  reason: reason.default('asked'),
  proof: list
    .pipe(z.array(z.enum(RECOVERY_PROOF_NAMES)))
    .transform((proofs) => [...new Set(proofs)])
    .refine(
      (proofs) => countRecoveryProofs(proofs) >= RECOVERY_PROOFS_LEAST,
      `Please tick at least ${RECOVERY_PROOFS_LEAST} proofs: one alone can be forged. Their mail, a payment and a message count as one, as whoever reads their mailbox has all three.`,
    ),
});
const personQuery = z.object({ reason: reason.optional().catch(undefined) });

/** One person: masked until a reason is chosen, and helped. */
export function personRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db } = deps;

  const reasonOf = (request: FastifyRequest) =>
    isChosenHere(request) ? parseQuery(request, personQuery).reason : undefined;

  route.get(
    CONSOLE.person,
    ACTIONS.readPeople,
    async ({ request, operator, id }) => {
      const person = await readPerson(deps, id);
      return person === undefined ? NOBODY : personPage(operator, person, reasonOf(request));
    },
    {
      audit: ({ request, id }) => ({
        action: 'person-shown',
        subject: id,
        detail: reasonOf(request) ?? 'masked',
      }),
    },
  );

  type Change<B> = Asked & {
    readonly asked: B;
    readonly person: { readonly email: string; readonly name: string };
    /** Leads to the person again, with what was done or why not. */
    readonly done: (words: string) => PostAnswer;
    readonly refused: (problem: string) => PostAnswer;
  };

  /** Adds a route that does something to somebody whom there is. */
  const change = <B extends z.infer<typeof reasonBody>>(
    url: string,
    action: ConsoleAction,
    body: z.ZodType<B>,
    act: (change: Change<B>) => Promise<PostAnswer>,
    options: { readonly proof?: true } = { proof: true },
  ) =>
    route.post(
      url,
      action,
      async (given) => {
        const { request, operator, id } = given;
        const person = await db
          .selectFrom('users')
          .select(['email', 'name'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (person === undefined) return { showsNobody: NOBODY };
        const asked = parseBody(request, body);
        const isEnd = ENDS.includes(url) || closes(asked);
        const goTo = withQuery(pathFor(CONSOLE.person, id), { reason: asked.reason });
        const done = (words: string) => ({ goTo, told: { words } });
        const refused = (problem: string) => toProblem(goTo, problem);
        const hindrance = await findHindrance(db, operator, id, isEnd);
        if (hindrance !== undefined) return refused(hindrance);
        // Asked again under the lock of the account: its owner may have become an operator meanwhile.
        const stillMay = askedAgain(async (tx) => {
          await lockUser(tx, id);
          await operator.by.stillMay?.(tx);
          const found = await tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
          const hindrance =
            found?.email === person.email ? await findHindrance(tx, operator, id, isEnd) : MOVED;
          if (hindrance !== undefined) throw new Hindered(hindrance);
        });
        const by = { ...operator.by, stillMay };
        try {
          return await act({ ...given, operator: { ...operator, by }, asked, person, done, refused });
        } catch (error) {
          if (error instanceof Hindered) return refused(error.message);
          throw error;
        }
      },
      options,
    );

  change(
    CONSOLE.person,
    ACTIONS.helpPeople,
    personBody,
    async ({ operator, id, asked, person: { email }, done, refused }) => {
      const by = { ...operator.by, detail: asked.reason };
      switch (asked.do) {
        case 'reset':
          await db.transaction().execute(async (tx) => {
            await requestReset({ ...deps, db: tx }, { email });
            await recordAction(deps, tx, { ...by, subject: id, action: 'reset-ordered' });
          });
          return done(DONE.reset);
        case 'close': {
          const isClosed = await closeAccount(deps, email, asked.closed, by);
          return isClosed ? done(DONE.closed) : refused('The account was closed meanwhile.');
        }
        case 'reopen':
          return (await reopenAccount(deps, email, by))
            ? done(DONE.reopened)
            : refused('The account is open, and nothing about it is contested.');
        case 'note': {
          const note = { author: operator.session.userId, text: asked.text };
          await writeNote(deps, { user_id: id }, note, by);
          return done(DONE.noted);
        }
        case 'delete-note':
          await deleteNote(deps, { user_id: id }, asked.note, by);
          return done(DONE.forgotten);
      }
    },
    {},
  );

  change(CONSOLE.personSessions, ACTIONS.helpPeople, reasonBody, async ({ operator, id, asked, done }) => {
    await endAllSessions(deps, id, { ...operator.by, detail: asked.reason });
    return done(DONE.sessions);
  });

  change(
    CONSOLE.personRecovery,
    ACTIONS.helpPeople,
    recoveryBody,
    async ({ operator, id, asked, done, refused }) => {
      const result = await planRecovery(deps, id, asked.proof, operator.by);
      return result === 'planned' ? done(DONE.recovery) : refused(NOT_PLANNED[result]);
    },
  );

  change(
    CONSOLE.personExport,
    ACTIONS.exportPeople,
    reasonBody,
    async ({ reply, operator, id, asked, stillHere }) => {
      const person = await findPerson(deps, { id });
      if (person === undefined) return { showsNobody: NOBODY };
      const by = { ...operator.by, detail: asked.reason };
      await recordAlone(deps, { ...by, action: 'data-exported', subject: id });
      const day = deps.clock().toISOString().slice(0, 10);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="person-${day}.zip"`)
        .send(exportPerson(deps, person, stillHere));
    },
  );

  change(
    CONSOLE.personDelete,
    ACTIONS.deletePeople,
    deletionBody,
    async ({ operator, id, asked: { reason, typed }, person, refused }) => {
      if (addressKey(typed) !== person.email && !isSame(shownName(person), typed))
        return refused('That is neither the address nor the name of this account.');
      const stillMay = askedAgain(async (tx) => {
        await operator.by.stillMay?.(tx);
        if (!(await mayDeleteAccount(deps, tx, operator.session.userId)))
          throw new Hindered(
            `You have deleted ${DELETIONS_A_DAY} accounts within a day. Ask another owner, or go on tomorrow.`,
          );
      });
      await deleteAccount(deps, id, { reason, by: { ...operator.by, stillMay } });
      return { goTo: CONSOLE.people, told: { words: DONE.deleted } };
    },
  );
}

/** What is done to an account for good: whoever works in the console loses the role first. */
const ENDS: readonly string[] = [CONSOLE.personRecovery, CONSOLE.personDelete];
const closes = (asked: object) => 'do' in asked && asked.do === 'close';

/** Why nothing is done to somebody, found in the transaction, which it rolls back. */
class Hindered extends Error {}
const MOVED = 'The account was deleted or moved to another address meanwhile.';

const NOBODY: ConsolePage = {
  title: 'Nobody is here',
  view: CONSOLE.people,
  status: 404,
  main: html`<p class="text-lead">There is no such account, or it was deleted. <a href="${CONSOLE.people}">Search for somebody else.</a></p>`,
};

const isSame = (known: string, typed: string) => isSameName(known.toLowerCase(), typed.toLowerCase());

/** A reason that another site has put into a link, be it one to a page of ours that leads on, is not one that the operator chose. */
function isChosenHere({ headers }: FastifyRequest): boolean {
  const from = headers.referer === undefined ? CONSOLE.home : URL.parse(headers.referer)?.pathname;
  return (
    [undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'] as string | undefined) &&
    `${from}/`.startsWith(`${CONSOLE.home}/`)
  );
}

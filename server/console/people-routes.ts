import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CONSOLE,
  DELETE_ALONE_MOST,
  OPERATOR_NOTE_MAX_LENGTH,
  REASON_NAMES,
  RECOVERY_PROOF_NAMES,
  RECOVERY_PROOFS_LEAST,
  type Reason,
} from '#contract/console.ts';
import { CLOSED_REASONS, type ClosedReason } from '#contract/errors.ts';
import { pathFor } from '#contract/paths.ts';
import { planRecovery } from '#server/accounts/changes/recovery.ts';
import { closeAccount, reopenAccount } from '#server/accounts/closed-accounts.ts';
import { deleteAccount } from '#server/accounts/delete-account.ts';
import { requestReset } from '#server/accounts/password-reset.ts';
import { resendBySignUp } from '#server/accounts/resend.ts';
import { endAllSessions } from '#server/accounts/security/end-sessions.ts';
import { recordAction, recordAlone, wasRecordedSince } from '#server/audit/record-action.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { exportPerson } from '#server/your-data/export-person.ts';
import { findPerson } from '#server/your-data/own-tables.ts';
import { countDeletions } from './deletions.ts';
import type { ConsoleAnswer, ConsoleDeps, MakeConsoleRoute } from './guard.ts';
import { html } from './html.ts';
import { pageNumber } from './list-pages.ts';
import { auditOf, type Operator } from './operator.ts';
import type { Page } from './page.ts';
import { findHindrance, findPeople, readPerson } from './people.ts';
import { peopleMain, RESENT } from './people-page.ts';
import { DONE, NOT_PLANNED, type PersonView, personPage } from './person-page.ts';

const reason = z.enum(REASON_NAMES, 'Please choose a reason.');
const note = z.string().max(100);
const text = z.string().trim().min(1, 'The note is empty.').max(OPERATOR_NOTE_MAX_LENGTH);
const closed = z.enum(Object.keys(CLOSED_REASONS) as ClosedReason[], 'Please choose a reason.');
const resendBody = z.object({ id: z.string().max(100), q: z.string().max(200) });
const personBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('reset'), reason }),
  z.object({ do: z.literal('close'), reason, closed }),
  z.object({ do: z.literal('reopen'), reason }),
  z.object({ do: z.literal('note'), reason, text }),
  z.object({ do: z.literal('forget'), reason, note }),
]);
const reasonBody = z.object({ reason });
const deletionBody = z.object({ reason, typed: z.string().max(1_000) });
const recoveryBody = z.object({
  proof: z
    .preprocess((sent) => [sent ?? []].flat(), z.array(z.enum(RECOVERY_PROOF_NAMES)))
    .transform((proofs) => [...new Set(proofs)])
    .refine(
      ({ length }) => length >= RECOVERY_PROOFS_LEAST,
      `Please tick at least ${RECOVERY_PROOFS_LEAST} proofs: one alone can be forged.`,
    ),
});
const peopleQuery = z.object({
  q: z.string().max(200).default(''),
  page: pageNumber,
  done: z.string().optional(),
});
const personQuery = z.object({ reason: reason.optional().catch(undefined), done: z.string().optional() });

/** One audit line for what an operator sees again and again. */
const SEEN_AGAIN_MS = 10 * 60_000;

/** People: found by address or name, masked until a reason is chosen, and helped. */
export function peopleRoutes(route: MakeConsoleRoute, deps: ConsoleDeps): void {
  const { db } = deps;
  const view = { title: 'People', view: CONSOLE.people };

  const findMain = async (typed: string, page: number) =>
    peopleMain(typed, page, typed === '' ? undefined : await findPeople(deps, typed, page));

  route({
    method: 'GET',
    url: CONSOLE.people,
    action: 'read-people',
    handle: async (request) => {
      const { q, page, done } = parseQuery(request, peopleQuery);
      const said =
        done === 'deleted' ? 'The account is deleted. A mail tells them that it is done.' : undefined;
      return { ...view, done: said, main: await findMain(q.trim(), page) };
    },
  });

  route({
    method: 'POST',
    url: CONSOLE.people,
    action: 'help-people',
    handle: async (request, reply, operator) => {
      const { id, q } = parseBody(request, resendBody);
      const result = await resendBySignUp(deps, id, auditOf(operator));
      const main = await findMain(q.trim(), 1);
      if (result.kind === 'sent') return { ...view, done: RESENT.sent, main };
      reply.code(409);
      const said =
        result.kind === 'too-soon' ? `${RESENT['too-soon']} ${result.minutes} min.` : RESENT[result.kind];
      return { ...view, problem: said, main };
    },
  });

  route({
    method: 'GET',
    url: CONSOLE.person,
    action: 'read-people',
    handle: async (request, reply, operator) => {
      const { reason, done } = parseQuery(request, personQuery);
      const chosen = isChosenHere(request) ? reason : undefined;
      const page = await show(reply, operator, idIn(request), chosen);
      return { ...page, done: chosen && DONE[done as keyof typeof DONE] };
    },
  });

  /** The page of a person; with a reason, which is kept, all of it. */
  const show = async (
    reply: FastifyReply,
    operator: Operator,
    id: string,
    reason: Reason | undefined,
    problem?: string,
  ): Promise<Page> => {
    const person = await readPerson(deps, id);
    if (person === undefined) {
      reply.code(404);
      return NOBODY;
    }
    if (reason !== undefined) await noteShown(operator, id, reason);
    const given: PersonView = { operator, person, reason };
    if (problem === undefined) return personPage(given);
    reply.code(409);
    return personPage({ ...given, problem });
  };

  const noteShown = (operator: Operator, subject: string, detail: Reason) =>
    db.transaction().execute(async (tx) => {
      const line = { ...auditOf(operator), action: 'person-shown', subject, detail } as const;
      const since = new Date(deps.clock().getTime() - SEEN_AGAIN_MS);
      if (!(await wasRecordedSince(deps, tx, line, since))) await recordAction(deps, tx, line);
    });

  /** Makes a route that does something to a person, and then shows the page again. */
  const change = (
    {
      url,
      action = 'help-people',
      needsProof,
    }: { url: string; action?: 'help-people' | 'export-people' | 'delete-people'; needsProof?: true },
    act: (given: {
      request: FastifyRequest;
      reply: FastifyReply;
      operator: Operator;
      id: string;
      email: string;
      name: string;
    }) => Promise<
      { reason: Reason; done: keyof typeof DONE } | { reason: Reason; problem: string } | ConsoleAnswer
    >,
  ) =>
    route({
      method: 'POST',
      url,
      action,
      ...(needsProof && { needsProof }),
      handle: async (request, reply, operator) => {
        const id = idIn(request);
        const person = await db
          .selectFrom('users')
          .select(['email', 'name'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (person === undefined) {
          reply.code(404);
          return NOBODY;
        }
        const result = await act({ request, reply, operator, id, ...person });
        if ('done' in result && 'reason' in result)
          return { goTo: `${pathFor(CONSOLE.person, id)}?reason=${result.reason}&done=${result.done}` };
        if ('problem' in result && 'reason' in result)
          return show(reply, operator, id, result.reason, result.problem);
        return result;
      },
    });

  change({ url: CONSOLE.person }, async ({ request, operator, id, email }) => {
    const asked = parseBody(request, personBody);
    const { reason } = asked;
    const by = auditOf(operator);
    const line = { ...by, subject: id, detail: reason };
    switch (asked.do) {
      case 'reset':
        await db.transaction().execute(async (tx) => {
          await requestReset({ ...deps, db: tx }, { email });
          await recordAction(deps, tx, { ...line, action: 'reset-ordered' });
        });
        return { reason, done: 'reset' };
      case 'close': {
        const problem = await findHindrance(db, operator, id);
        if (problem !== undefined) return { reason, problem };
        if (await closeAccount(deps, email, asked.closed, by)) return { reason, done: 'closed' };
        return { reason, problem: 'The account was closed or moved to another address meanwhile.' };
      }
      case 'reopen':
        if (await reopenAccount(deps, email, { ...by, detail: reason })) return { reason, done: 'reopened' };
        return { reason, problem: 'The account is open, and nothing about it is contested.' };
      case 'note':
        await db.transaction().execute(async (tx) => {
          const [at, author] = [deps.clock().toISOString(), operator.session.userId];
          await tx
            .insertInto('operator_notes')
            .values({
              id: deps.newId(),
              user_id: id,
              submission_id: null,
              author_id: author,
              text: asked.text,
              created_at: at,
            })
            .execute();
          await recordAction(deps, tx, { ...line, action: 'person-noted' });
        });
        return { reason, done: 'noted' };
      case 'forget':
        await db.transaction().execute(async (tx) => {
          await tx
            .deleteFrom('operator_notes')
            .where('id', '=', asked.note)
            .where('user_id', '=', id)
            .execute();
          await recordAction(deps, tx, { ...line, action: 'person-noted', detail: 'deleted' });
        });
        return { reason, done: 'forgotten' };
    }
  });

  change({ url: CONSOLE.personSessions, needsProof: true }, async ({ request, operator, id }) => {
    const { reason } = parseBody(request, reasonBody);
    await endAllSessions(deps, id, { ...auditOf(operator), detail: reason });
    return { reason, done: 'sessions' };
  });

  change({ url: CONSOLE.personRecovery, needsProof: true }, async ({ request, operator, id }) => {
    const { proof } = parseBody(request, recoveryBody);
    const reason = 'asked';
    const problem = await findHindrance(db, operator, id);
    if (problem !== undefined) return { reason, problem };
    const result = await planRecovery(deps, id, proof, auditOf(operator));
    return result === 'planned' ? { reason, done: 'recovery' } : { reason, problem: NOT_PLANNED[result] };
  });

  change(
    { url: CONSOLE.personExport, action: 'export-people', needsProof: true },
    async ({ request, reply, operator, id }) => {
      const { reason } = parseBody(request, reasonBody);
      const person = await findPerson(deps, { id });
      if (person === undefined) return NOBODY;
      const line = { ...auditOf(operator), action: 'data-exported', subject: id, detail: reason } as const;
      await recordAlone(deps, line);
      const day = deps.clock().toISOString().slice(0, 10);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="person-${day}.zip"`)
        .send(exportPerson(deps, person));
    },
  );

  change(
    { url: CONSOLE.personDelete, action: 'delete-people', needsProof: true },
    async ({ request, operator, id, email, name }) => {
      const { reason, typed } = parseBody(request, deletionBody);
      const problem = await findHindrance(db, operator, id);
      if (problem !== undefined) return { reason, problem };
      if (![email, name].some((known) => isSame(known, typed)))
        return { reason, problem: 'That is neither the address nor the name of this account.' };
      if ((await countDeletions(deps, db, operator.session.userId, 'account-deleted')) >= DELETE_ALONE_MOST)
        return {
          reason,
          problem: `You have deleted ${DELETE_ALONE_MOST} accounts within a day. Ask another owner, or go on tomorrow.`,
        };
      await deleteAccount(deps, id, { reason, by: auditOf(operator) });
      return { goTo: `${CONSOLE.people}?done=deleted` };
    },
  );
}

const NOBODY: Page = {
  title: 'Nobody is here',
  view: CONSOLE.people,
  main: html`<p class="text-lead">There is no such account, or it was deleted. <a href="${CONSOLE.people}">Search for somebody else.</a></p>`,
};

const isSame = (known: string, typed: string) =>
  known.normalize('NFC').toLowerCase() === typed.trim().normalize('NFC').toLowerCase();

const idIn = ({ params }: FastifyRequest) => (params as { readonly id: string }).id;

/** A reason that another site has put into a link, be it one to a page of ours that leads on, is not one that the operator chose. */
function isChosenHere({ headers }: FastifyRequest): boolean {
  const from = headers.referer === undefined ? CONSOLE.home : URL.parse(headers.referer)?.pathname;
  return (
    [undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'] as string | undefined) &&
    `${from}/`.startsWith(`${CONSOLE.home}/`)
  );
}

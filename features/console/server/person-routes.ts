import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RESET_MAIL } from '#content/features/accounts.ts';
import { addressKey } from '#contract/address.ts';
import { isSameName } from '#contract/display-name.ts';
import { CLOSED_REASONS, type ClosedReason } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import type { Reason } from '#contract/operators.ts';
import { isConsolePath, pathFor } from '#contract/paths.ts';
import { closeAccount, reopenAccount } from '#features/accounts/server/closed-accounts.ts';
import { deleteAccount } from '#features/accounts/server/delete-account.ts';
import { endAllSessions } from '#features/accounts/server/sessions.ts';
import { lockUser, shownName } from '#features/accounts/server/users.ts';
import { ACTIONS, CONSOLE, DELETIONS_A_DAY, OPERATOR_NOTE_MAX_LENGTH } from '#features/console/contract.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type {
  ConsolePage,
  ConsoleRequest,
  ConsoleRoutes,
  Operator,
  PersonAction,
  PersonBody,
  PersonChange,
  PostAnswer,
  Typed,
} from '#server/console-view.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { html } from '#server/html/html.ts';
import { parseBody, parseFields } from '#server/http/body.ts';
import { letter, reason } from '#server/http/form-fields.ts';
import { isOwnNavigation } from '#server/http/origin.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { PERSON_SHOWN, RESET_ORDERED } from './audit-actions.ts';
import { mayDeleteAccount } from './deletions.ts';
import { askedAgain, type ConsoleDeps } from './guard.ts';
import { withQuery } from './keyset-pages.ts';
import { deleteNote, NOTE_DONE, writeNote } from './notes.ts';
import { toProblem } from './page.ts';
import { DONE, personPage, type ReadPerson, readPerson, type Shown } from './person-page.ts';

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
const personQuery = z.object({ reason: reason.optional().catch(undefined) });

/** An action on a person. `proof` means that it needs a fresh proof of the operator’s identity. */
type Change<Body extends PersonBody> = Pick<PersonAction<Body>, 'path' | 'action' | 'isEnd' | 'body'> & {
  readonly proof?: true;
  readonly refuse?: (request: ConsoleRequest) => Promise<PostAnswer | undefined>;
};

export function personRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db } = deps;
  const personActions = deps.features.flatMap((feature) => feature.personActions ?? []);

  const reasonOf = (request: FastifyRequest) =>
    isChosenHere(request) ? parseFields(request.query, personQuery).reason : undefined;

  route.get(
    CONSOLE.person,
    {
      action: ACTIONS.readPeople,
      audit: ({ request, id }) => ({
        action: PERSON_SHOWN,
        subject: id,
        detail: reasonOf(request) ?? 'masked',
      }),
    },
    async ({ request, operator, id, typed }) => {
      const person = await readPerson(deps, id);
      if (person === undefined) return NOBODY;
      const reason = reasonOf(request);
      return personPage(operator, await shownOf(operator, person, reason, typed), reason);
    },
  );

  /** Adds what features say and offer on the page of a person. Without a reason the page is masked, and nothing is added. */
  const shownOf = async (
    operator: Operator,
    person: ReadPerson,
    reason: Reason | undefined,
    deletion: Typed | undefined,
  ): Promise<Shown> => {
    // An operator who may close, delete or recover the account may also do everything else.
    const endHindrance = await findHindrance(db, operator, person.id, true);
    const hindrance = endHindrance && (await findHindrance(db, operator, person.id, false));
    const shown: Shown = { person, states: [], offered: [], deletion, hindrance, endHindrance };
    if (reason === undefined) return shown;
    for (const { action = ACTIONS.helpPeople, title, isEnd, form: formOf, state: stateOf } of personActions) {
      const state = await stateOf?.(deps, person.id);
      const form = await formOf(deps, person.id, reason);
      if (state !== undefined) shown.states.push(state);
      if (form !== undefined) shown.offered.push({ action, title, form, isEnd });
    }
    return shown;
  };

  /** Adds a route for an action on a person. It answers 404 if there is no such account. */
  const change = <Body extends PersonBody>(
    { path, action = ACTIONS.helpPeople, isEnd, proof, refuse, body: schema }: Change<Body>,
    act: (change: PersonChange<Body>) => Promise<PostAnswer>,
  ) =>
    route.post(path, { action, ...(proof && { proof }), ...(refuse && { refuse }) }, async (given) => {
      const { request, operator, id } = given;
      const person = await findRow(db, 'users', ['email', 'name'], { id });
      if (person === undefined) return { showsNobody: NOBODY };
      const body = parseBody(request, schema);
      const ends = isEnd === true || closes(body);
      const goTo = withQuery(pathFor(CONSOLE.person, id), { reason: reasonOf(request) ?? body.reason });
      const done = (words: string) => ({ goTo, flash: { words } });
      const refused = (problem: string, typed?: Typed) => toProblem(goTo, problem, typed);
      const hindrance = await findHindrance(db, operator, id, ends);
      if (hindrance !== undefined) return refused(hindrance);
      // Checks again with the account locked, because its owner may have become an operator since the first check.
      const stillMay = askedAgain(async (tx) => {
        await lockUser(tx, id);
        await operator.by.stillMay?.(tx);
        const found = await findRow(tx, 'users', ['email'], { id });
        const hindrance = found?.email === person.email ? await findHindrance(tx, operator, id, ends) : MOVED;
        if (hindrance !== undefined) throw new Hindered(hindrance);
      });
      const by = { ...operator.by, stillMay };
      try {
        return await act({ ...given, operator: { ...operator, by }, body, person, done, refused });
      } catch (error) {
        if (error instanceof Hindered) return refused(error.message);
        throw error;
      }
    });

  change(
    { path: CONSOLE.person, body: personBody },
    async ({ operator, id, body, person, done, refused }) => {
      const by = { ...operator.by, detail: body.reason };
      switch (body.do) {
        case 'reset':
          await db.transaction().execute(async (tx) => {
            await requestMail(deps, tx, { mail: RESET_MAIL, to: person.email });
            await recordAction(deps, tx, { ...by, subject: id, action: RESET_ORDERED });
          });
          return done(DONE.reset);
        case 'close': {
          const isClosed = await closeAccount(deps, person.email, body.closed, operator.by);
          return isClosed ? done(DONE.closed) : refused('The account was closed in the meantime.');
        }
        case 'reopen':
          return (await reopenAccount(deps, person.email, by))
            ? done(DONE.reopened)
            : refused('The account is open, and nothing about it is contested.');
        case 'note': {
          const note = { author: operator.session.userId, text: body.text };
          await writeNote(deps, { user_id: id }, note, by);
          return done(NOTE_DONE.note);
        }
        case 'delete-note':
          await deleteNote(deps, { user_id: id }, body.note, by);
          return done(NOTE_DONE['delete-note']);
      }
    },
  );

  const endSessions = { path: CONSOLE.personSessions, body: reasonBody, proof: true } as const;
  change(endSessions, async ({ operator, id, body, done }) => {
    await endAllSessions(deps, id, { ...operator.by, detail: body.reason });
    return done(DONE.sessions);
  });

  for (const action of personActions) change({ ...action, proof: true }, (given) => action.act(deps, given));

  /** Refuses a deletion whose typed name or address is not that of the account. */
  const refuseWrongName = async ({ request, id }: ConsoleRequest): Promise<PostAnswer | undefined> => {
    const person = await findRow(db, 'users', ['email', 'name'], { id });
    const { data: body } = deletionBody.safeParse(request.body);
    if (person === undefined || body === undefined) return undefined;
    const isRight = addressKey(body.typed) === person.email || isSame(shownName(person), body.typed);
    if (isRight) return undefined;
    const goTo = withQuery(pathFor(CONSOLE.person, id), { reason: reasonOf(request) ?? body.reason });
    return toProblem(goTo, 'The account was not deleted.', body);
  };

  const deletion = {
    path: CONSOLE.personDelete,
    action: ACTIONS.deletePeople,
    body: deletionBody,
    proof: true,
    isEnd: true,
    refuse: refuseWrongName,
  } as const;
  change(deletion, async (given) => {
    const { operator, id, body } = given;
    const wrong = await refuseWrongName(given);
    if (wrong !== undefined) return wrong;
    const stillMay = askedAgain(async (tx) => {
      await operator.by.stillMay?.(tx);
      if (!(await mayDeleteAccount(deps, tx, operator.session.userId)))
        throw new Hindered(
          `You have deleted ${DELETIONS_A_DAY} accounts in a day. Ask another owner, or continue tomorrow.`,
        );
    });
    await deleteAccount(deps, id, { reason: body.reason, by: { ...operator.by, stillMay } });
    return { goTo: CONSOLE.people, flash: { words: DONE.deleted } };
  });
}

/**
 * Why an operator may not act on a person; undefined if allowed.
 *
 * @param isEnd true if the action closes, deletes or recovers the account
 */
async function findHindrance(
  db: Db | Tx,
  { session: { userId } }: Operator,
  id: string,
  isEnd: boolean,
): Promise<string | undefined> {
  if (id === userId)
    return 'This is your own account. Ask another owner to change, close or delete it, so that nobody decides about their own account alone.';
  const roles = await findRows(db, 'staff', ['user_id', 'role'], { user_id: [id, userId] });
  const roleOf = (one: string) => roles.find((row) => row.user_id === one)?.role;
  if (roleOf(id) === undefined) return undefined;
  if (isEnd)
    return 'This account works in the console. To close, delete or recover it, an owner has to remove its role first, under Operators.';
  return roleOf(userId) === 'owner'
    ? undefined
    : 'This account works in the console, so only an owner may act on it.';
}

/** True if the operator pressed “close”. Other actions of the form do not end the account. */
const closes = (asked: object) => 'do' in asked && asked.do === 'close';

/** Thrown in a transaction, to roll it back if an operator may not act on a person. The message tells the reason. */
class Hindered extends Error {}
const MOVED = 'The account was deleted or moved to another address in the meantime.';

const NOBODY: ConsolePage = {
  title: 'No such account',
  status: 404,
  main: html`<p class="text-lead">This account doesn’t exist, or was deleted. <a href="${CONSOLE.people}">Search for someone else.</a></p>`,
};

const isSame = (known: string, typed: string) => isSameName(known.toLowerCase(), typed.toLowerCase());

/**
 * True if a page of the console sent the request. Otherwise the reason in its URL is ignored, because a link on another site
 * could contain one.
 */
function isChosenHere({ headers }: FastifyRequest): boolean {
  const from = headers.referer === undefined ? CONSOLE.home : URL.parse(headers.referer)?.pathname;
  return isOwnNavigation(headers) && isConsolePath(from ?? '');
}

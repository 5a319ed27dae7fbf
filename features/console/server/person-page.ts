import { sql } from 'kysely';
import { CLOSED_REASONS } from '#contract/errors.ts';
import type { ConsoleAction } from '#contract/operators.ts';
import { REASONS, type Reason } from '#contract/operators.ts';
import { pathFor } from '#contract/paths.ts';
import { countRecoveryCodes } from '#features/accounts/server/codes.ts';
import { factorsOf, findSignInMethods, isGuarded } from '#features/accounts/server/factors.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import { shownName } from '#features/accounts/server/users.ts';
import { ACTIONS, CONSOLE, LIST_ROWS, may } from '#features/console/contract.ts';
import { formsOf, titleOf } from '#features/forms/server/form-definitions.ts';
import { findPerson, idsOfOwnSubmissions } from '#features/forms/server/own-messages.ts';
import type { ConsolePage, Operator, Typed } from '#server/console-view.ts';
import { findRow } from '#server/database/rows.ts';
import {
  facts,
  type Html,
  hidden,
  html,
  pressForm,
  reasonField,
  section,
  select,
  textField,
  timeOf,
} from '#server/html/html.ts';
import { plainLine } from '#server/printable-text.ts';
import { linesAbout, linesList } from './audit-lines.ts';
import type { ConsoleDeps } from './guard.ts';
import { withQuery } from './keyset-pages.ts';
import { listNotes, notesSection } from './notes.ts';
import { masked } from './people.ts';

const ACCOUNT_COLUMNS = [
  'id',
  'name',
  'email',
  'created_at',
  'last_login',
  'login_count',
  'closed_at',
  'closed_reason',
  'gender',
  'dob',
  'about',
] as const;

/** All that an operator sees about a person, with the newest rows of each list. Undefined if there is no such account. */
export async function readPerson(deps: ConsoleDeps, id: string) {
  const { db, clock } = deps;
  const person = await findPerson(deps, { id });
  const account = await findRow(db, 'users', ACCOUNT_COLUMNS, { id });
  if (person === undefined || account === undefined) return undefined;
  const factors = await Promise.all(factorsOf(deps).map(({ facts }) => facts?.(db, id) ?? []));
  const openSessions = await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', clock().toISOString())
    .orderBy('last_used_at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  const sent = await db
    .selectFrom('submissions')
    .select([
      'id',
      'form',
      'state',
      'created_at',
      'done_at',
      sql<string>`substr(message, 1, 60)`.as('beginning'),
    ])
    .where(sql<boolean>`id in (${idsOfOwnSubmissions(person)})`)
    .orderBy('created_at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return {
    ...account,
    name: shownName(account),
    frozen_at: (await undoOf(deps)?.frozenSince(db, id)) ?? null,
    methods: await findSignInMethods(deps, db, id),
    factors: factors.flat(),
    /** Undefined for an account without a second step, which needs no recovery codes. */
    codes: (await isGuarded(deps, db, id)) ? await countRecoveryCodes(db, id) : undefined,
    openSessions,
    sent: sent.map((message) => ({ ...message, title: titleOf(formsOf(deps), message.form) })),
    lines: await linesAbout(deps, person.subjects),
    notes: await listNotes(db, { user_id: id }),
  };
}
export type ReadPerson = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

export const DONE = {
  reset:
    'A link for a new password is on its way to their address, unless several were sent there in the last hour.',
  sessions: 'All their sessions have ended.',
  closed: 'The account is closed. Anyone who signs in to it is told why.',
  reopened: 'The account is open again.',
  deleted: 'The account is deleted. An email tells them so, and why.',
} as const;

type Offer = {
  readonly action: ConsoleAction;
  readonly title: string;
  readonly form: Html | false;
  readonly isEnd?: boolean | undefined;
  readonly isOpen?: boolean;
};

export type Shown = {
  readonly person: ReadPerson;
  readonly states: Html[];
  readonly deletion: Typed | undefined;
  readonly offered: Offer[];
  /**
   * `hindrance`: why the operator may do nothing to this account. `endHindrance`: why the operator may not close, delete or
   * recover it.
   */
  readonly hindrance: string | undefined;
  readonly endHindrance: string | undefined;
};

/** The page of an account, masked until the operator gives a reason. */
export function personPage(operator: Operator, shown: Shown, reason: Reason | undefined): ConsolePage {
  const { person } = shown;
  const title = reason === undefined ? masked(person.name) : person.name;
  return {
    title,
    main: reason === undefined ? maskedMain(person) : shownMain(operator, shown, reason),
  };
}

function maskedMain({ id, email, created_at, closed_at }: ReadPerson): Html {
  return html`${facts(
    [
      ['Address', masked(email)],
      ['Account created', timeOf(created_at)],
      ['State', closed_at === null ? 'Open' : 'Closed'],
    ],
    'facts card',
  )}
<section class="card" aria-labelledby="why"><h2 id="why">Why do you need to see more?</h2>
<p>The reason is kept with your name as a line in the audit log, and the person can read it in “Your data”.</p>
<form method="get" action="${pathFor(CONSOLE.person, id)}" class="inline reason">${reasonField('Reason')}
<button class="button button-dawn">Show everything</button></form></section>`;
}

function shownMain(operator: Operator, shown: Shown, reason: Reason): Html {
  const { person, hindrance } = shown;
  const here = pathFor(CONSOLE.person, person.id);
  return html`<p class="soft">Shown because: ${REASONS[reason]}. <a class="text-link" href="${here}">Hide it again</a></p>
${accountSection(shown)}
${helpSection(operator, shown, reason)}
${signInSection(person)}
${messagesSection(person)}
${notesSection(hindrance === undefined ? here : undefined, person.notes, { reason })}
${section('audit', 'What was done', html`${linesList(person.lines)}${more(person.lines, 'lines')}`)}`;
}

function accountSection({ person, states }: Shown): Html {
  const { id, name, email, created_at, last_login, login_count, gender, dob, about } = person;
  const said = (text: string) => (text ? html`<span class="said">${text}</span>` : undefined);
  return section(
    'account',
    'Account',
    facts([
      ['Name', said(name)],
      ['Address', email],
      ['Account ID', id],
      ['Account created', timeOf(created_at)],
      ['Last sign-in', html`${timeOf(last_login)}, ${login_count} in all`],
      ['State', stateOf(person, states)],
      ['Gender', said(gender)],
      ['Date of birth', said(dob)],
      ['About', said(about)],
    ]),
  );
}

function stateOf({ closed_at, closed_reason, frozen_at }: ReadPerson, states: Shown['states']): Html {
  return html`${
    closed_at === null || closed_reason === null
      ? 'Open'
      : html`<span class="badge badge-warn">Closed</span> ${timeOf(closed_at)}: ${CLOSED_REASONS[closed_reason]}`
  }${
    frozen_at !== null &&
    html`<br><span class="badge badge-warn">Frozen</span> ${timeOf(frozen_at)}, when they said that a change was not theirs`
  }${states.map((state) => html`<br>${state}`)}`;
}

function signInSection({ methods, factors, codes, openSessions }: ReadPerson): Html {
  return section(
    'ways',
    'How they sign in',
    html`${facts([
      ['Methods', methods.join(', ') || 'none'],
      ...factors,
      [
        'Recovery codes',
        codes && `${codes.left || 'none'} left${codes.areUnsaved ? ', not marked as saved yet' : ''}`,
      ],
      ...openSessions.map(
        ({ browser, created_at, last_used_at }) =>
          [
            'Session',
            html`${browser}, signed in ${timeOf(created_at)}, used ${timeOf(last_used_at)}`,
          ] as const,
      ),
    ])}${openSessions.length === 0 && html`<p class="soft">Not signed in anywhere.</p>`}${more(openSessions, 'sessions')}`,
  );
}

const more = ({ length }: readonly unknown[], what: string) =>
  html`${length === LIST_ROWS && html`<p class="soft">These are the newest ${LIST_ROWS}; the export has all ${what}.</p>`}`;

function messagesSection({ sent: messages }: ReadPerson): Html {
  return section(
    'messages',
    'Messages',
    messages.length === 0
      ? html`<p class="soft">None.</p>`
      : html`<ul class="rows">${messages.map(
          ({ id, title, beginning, state, done_at, created_at }) =>
            html`<li class="row" data-row><a class="text-link" href="${pathFor(CONSOLE.message, id)}">${title}: “${plainLine(beginning)}”</a> <span class="soft">${state !== 'received' ? state : done_at === null ? 'open' : 'done'}, ${timeOf(created_at)}</span></li>`,
        )}</ul>${more(messages, 'messages')}`,
  );
}

function helpSection({ role }: Operator, shown: Shown, reason: Reason): Html {
  const { person, offered, deletion, hindrance, endHindrance } = shown;
  const { id, closed_at, frozen_at, codes } = person;
  const to = pathFor(CONSOLE.person, id);
  /** Adds the reason for viewing to the URL of an action. The reason for the action itself may differ. */
  const from = (path: string) => withQuery(pathFor(path, id), { reason });
  const why = select('reason', 'Reason', REASONS, reason);
  const wrong = deletion && 'That is neither the address nor the name of this account.';
  const forms: readonly Offer[] = [
    {
      action: ACTIONS.helpPeople,
      title: 'New password',
      form:
        closed_at === null &&
        html`<p>Emails them a link for a new password.${codes && ' To use it, they also need a recovery code or, if they have an authenticator app, a code from it.'}</p>${pressForm(to, { do: 'reset', reason }, 'Send the link')}`,
    },
    {
      action: ACTIONS.helpPeople,
      title: 'Sign out everywhere',
      form: html`<p>Signs them out on every device. They can sign in again.</p><form method="post" action="${from(CONSOLE.personSessions)}" class="inline reason">${why}<button class="button button-quiet button-small">End all sessions</button></form>`,
    },
    {
      action: ACTIONS.helpPeople,
      title: 'Close the account',
      isEnd: true,
      form:
        closed_at === null &&
        html`<p>Nobody can sign in any more, and everything is kept. They are told why.</p><form method="post" action="${to}" class="inline reason">${hidden({ do: 'close', reason })}${reasonField('What they are told', 'closed', CLOSED_REASONS)}<button class="button button-danger button-small">Close the account</button></form>`,
    },
    {
      action: ACTIONS.helpPeople,
      title: 'Reopen the account',
      form:
        (closed_at !== null || frozen_at !== null) &&
        html`<p>They can sign in again. Changes that they contested are kept.</p>${pressForm(to, { do: 'reopen', reason }, 'Reopen the account')}`,
    },
    ...offered,
    {
      action: ACTIONS.deletePeople,
      title: 'Delete the account',
      isEnd: true,
      isOpen: deletion !== undefined,
      form: html`<p>Deletes the account and all of their data for good. An email tells them so, and why. All owners are told, without a name.</p><form method="post" action="${from(CONSOLE.personDelete)}" class="fields">${reasonField('Reason', 'reason', REASONS, deletion?.reason)}${textField('typed', 'Type their address or name to confirm', html`required autocomplete="off" value="${deletion?.typed}"`, wrong)}<p><button class="button button-danger button-small">Delete the account</button></p></form>`,
    },
  ];
  const isAllowed = ({ action, isEnd }: Offer) =>
    may(role, action) && (isEnd ? endHindrance : hindrance) === undefined;
  const hindered = hindrance ?? endHindrance;
  return section(
    'help',
    'What you can do',
    html`${
      hindered &&
      html`<p>${hindered}${may(role, ACTIONS.manageStaff) && html` <a class="text-link" href="${CONSOLE.staff}">Open Operators</a>`}</p>`
    }${forms
      .filter(isAllowed)
      .map(
        ({ title, form, isOpen }) =>
          form !== false &&
          html`<details class="help"${isOpen && html` open`}><summary>${title}</summary><div>${form}</div></details>`,
      )}`,
  );
}

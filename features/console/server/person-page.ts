import { CLOSED_REASONS } from '#contract/errors.ts';
import { pathFor } from '#contract/paths.ts';
import { REASONS, type Reason } from '#contract/reasons.ts';
import type { ConsoleAction } from '#contract/roles.ts';
import { ACTIONS, CONSOLE, LIST_ROWS, may } from '#features/console/contract.ts';
import { RECOVERY_HOURS, RECOVERY_PROOFS, RECOVERY_PROOFS_LEAST } from '#features/undo-changes/contract.ts';
import type { ConsolePage, Operator } from '#server/console-view.ts';
import { type Html, html } from '#server/html/html.ts';
import { facts, hidden, pressForm, section, select, timeOf } from '#server/html/parts.ts';
import { linesList } from './audit-part.ts';
import { masked } from './mask.ts';
import { notesSection } from './notes-section.ts';
import type { ReadPerson } from './people.ts';

/** What was done just now. */
export const DONE = {
  reset: 'A link for a new password is on its way to their address.',
  sessions: 'All their sessions have ended.',
  closed: 'The account is closed. Whoever signs in to it is told why.',
  reopened: 'The account is open again.',
  recovery: `The recovery is planned, and they were told by mail at once. Unless they stop it, it is carried out ${RECOVERY_HOURS} hours from now.`,
  noted: 'The note is kept.',
  forgotten: 'The note is deleted.',
  deleted: 'The account is deleted. A mail tells them that it is done, and why.',
} as const;

/** Why a recovery was not planned. */
export const NOT_PLANNED = {
  'nothing-lost': 'There is neither two-step verification nor a passkey that could be lost.',
  frozen:
    'The account is frozen, because its owner said that a change was not theirs. Reopen it first if that is decided.',
  'planned-already': 'A recovery is planned already.',
  'too-often': 'This was planned too often today, so that nothing more is mailed. Try again tomorrow.',
  gone: 'The account was deleted meanwhile.',
} as const;

/** A person’s account: masked until it is known why it is shown. */
export function personPage(operator: Operator, person: ReadPerson, reason: Reason | undefined): ConsolePage {
  const title = reason === undefined ? masked(person.name) : person.name;
  return {
    title,
    view: CONSOLE.people,
    main: reason === undefined ? maskedMain(person) : shownMain(operator, person, reason),
  };
}

function maskedMain({ id, email, created_at, closed_at }: ReadPerson): Html {
  return html`${facts(
    [
      ['Address', masked(email)],
      ['Since', timeOf(created_at)],
      ['State', closed_at === null ? 'Open' : 'Closed'],
    ],
    'facts card',
  )}
<section class="card" aria-labelledby="why"><h2 id="why">Why do you need to see more?</h2>
<p>The reason is kept with your name as a line in the audit log, and the person can read it in “Your data”.</p>
<form method="get" action="${pathFor(CONSOLE.person, id)}" class="inline reason">${select('reason', 'Reason', REASONS, 'support')}
<button class="button button-dawn">Show everything</button></form></section>`;
}

function shownMain(operator: Operator, person: ReadPerson, reason: Reason): Html {
  return html`<p class="soft">Shown because: ${REASONS[reason]}. <a class="text-link" href="${pathFor(CONSOLE.person, person.id)}">Hide it again</a></p>
${recordOf(person)}
${helpOf(operator, person, reason)}
${waysIn(person)}
${sent(person)}
${notesSection(pathFor(CONSOLE.person, person.id), person.notes, { reason })}
${section('audit', 'What was done', html`${linesList(person.lines)}${more(person.lines, 'lines')}`)}`;
}

function recordOf(person: ReadPerson): Html {
  const { id, name, email, created_at, last_login, login_count = 0, gender, dob, about } = person;
  const said = (text: string | undefined) => (text ? html`<span class="said">${text}</span>` : undefined);
  return section(
    'account',
    'Account',
    facts([
      ['Name', said(name)],
      ['Address', email],
      ['Account', id],
      ['Since', timeOf(created_at)],
      ['Last sign-in', html`${timeOf(last_login)}, ${login_count} in all`],
      ['State', stateOf(person)],
      ['Gender', said(gender)],
      ['Date of birth', said(dob)],
      ['About', said(about)],
    ]),
  );
}

function stateOf({ closed_at, closed_reason, frozen_at, recoveryDueAt }: ReadPerson): Html {
  return html`${
    closed_at === null || closed_reason === null
      ? 'Open'
      : html`<span class="badge badge-warn">closed</span> ${timeOf(closed_at)}: ${CLOSED_REASONS[closed_reason]}`
  }${
    frozen_at !== null &&
    html`<br><span class="badge badge-warn">frozen</span> since ${timeOf(frozen_at)}, when they said that a change was not theirs`
  }${recoveryDueAt !== undefined && html`<br><span class="badge">recovery planned</span> for ${timeOf(recoveryDueAt)}`}`;
}

function waysIn({ methods, passkeys, secondStepAt, openSessions }: ReadPerson): Html {
  return section(
    'ways',
    'How they sign in',
    html`${facts([
      ['Methods', methods.join(', ') || 'none'],
      ['Two-step verification', secondStepAt === undefined ? 'off' : html`on since ${timeOf(secondStepAt)}`],
      ...passkeys.map(
        ({ name, created_at, last_used_at }) =>
          [
            'Passkey',
            html`<span class="said">${name}</span>, added ${timeOf(created_at)}, used ${timeOf(last_used_at)}`,
          ] as const,
      ),
      ...openSessions.map(
        ({ browser, created_at, last_used_at }) =>
          ['Session', html`${browser}, since ${timeOf(created_at)}, used ${timeOf(last_used_at)}`] as const,
      ),
    ])}${openSessions.length === 0 && html`<p class="soft">Signed in nowhere.</p>`}${more(openSessions, 'sessions')}`,
  );
}

const more = ({ length }: readonly unknown[], what: string) =>
  html`${length === LIST_ROWS && html`<p class="soft">These are the newest ${LIST_ROWS}; the export has all ${what}.</p>`}`;

function sent({ sent: messages }: ReadPerson): Html {
  return section(
    'messages',
    'Messages',
    messages.length === 0
      ? html`<p class="soft">None.</p>`
      : html`<ul class="rows">${messages.map(
          ({ id, form, state, created_at }) =>
            html`<li class="row" data-row><a class="text-link" href="${pathFor(CONSOLE.message, id)}">${form}</a> <span class="soft">${state}, ${timeOf(created_at)}</span></li>`,
        )}</ul>${more(messages, 'messages')}`,
  );
}

/** What an operator may do here, each as a form. */
function helpOf({ role }: Operator, person: ReadPerson, reason: Reason): Html {
  const { id, closed_at, frozen_at, recoveryDueAt, passkeys, secondStepAt } = person;
  const to = pathFor(CONSOLE.person, id);
  const why = select('reason', 'Reason', REASONS, reason);
  const hasLost = passkeys.length > 0 || secondStepAt !== undefined;
  const forms: readonly (readonly [ConsoleAction, string, Html | false])[] = [
    [
      ACTIONS.helpPeople,
      'New password',
      closed_at === null &&
        html`<p>Mails them a link for a new password. Two-step verification stays on.</p>${pressForm(to, { do: 'reset', reason }, 'Send the link')}`,
    ],
    [
      ACTIONS.helpPeople,
      'Sign out everywhere',
      html`<form method="post" action="${pathFor(CONSOLE.personSessions, id)}" class="inline reason">${why}<button class="button button-quiet button-small">End all sessions</button></form>`,
    ],
    [
      ACTIONS.helpPeople,
      'Close',
      closed_at === null &&
        html`<p>Nobody can sign in any more, and everything is kept. They are told why.</p><form method="post" action="${to}" class="inline reason">${hidden({ do: 'close', reason })}${select('closed', 'What they are told', CLOSED_REASONS)}<button class="button button-danger button-small">Close the account</button></form>`,
    ],
    [
      ACTIONS.helpPeople,
      'Reopen',
      (closed_at !== null || frozen_at !== null) &&
        html`<p>They can sign in again. What they contested stays changed.</p>${pressForm(to, { do: 'reopen', reason }, 'Reopen the account')}`,
    ],
    [
      ACTIONS.helpPeople,
      'Lost two-step verification or passkeys',
      hasLost && recoveryDueAt === undefined && recoveryForm(id),
    ],
    [
      ACTIONS.exportPeople,
      'Everything about them',
      html`<p>A zip, as “Your data” gives it to them. Delete it once it is handed over.</p><form method="post" action="${pathFor(CONSOLE.personExport, id)}" class="inline reason">${why}<button class="button button-quiet button-small">Export</button></form>`,
    ],
    [
      ACTIONS.deletePeople,
      'Delete',
      html`<p>The account and everything of theirs goes for good, with a mail that says so and why. All owners are told, without a name.</p><form method="post" action="${pathFor(CONSOLE.personDelete, id)}" class="fields">${select('reason', 'Reason', REASONS, 'asked')}<label class="field"><span>Type their address or name to confirm</span><input class="input" name="typed" required autocomplete="off"></label><p><button class="button button-danger button-small">Delete the account</button></p></form>`,
    ],
  ];
  return section(
    'help',
    'Help',
    html`${forms.map(
      ([action, title, form]) =>
        form !== false &&
        may(role, action) &&
        html`<details class="help"><summary>${title}</summary><div>${form}</div></details>`,
    )}`,
  );
}

function recoveryForm(id: string): Html {
  return html`<p>Turns off two-step verification and every passkey, ${RECOVERY_HOURS} hours from now, and then mails a link for a new password. They are told at once, and can stop it by the link in that mail.</p>
<form method="post" action="${pathFor(CONSOLE.personRecovery, id)}" class="fields"><fieldset><legend>What shows that it’s them: at least ${RECOVERY_PROOFS_LEAST}, of which their mail, a payment and a message count as one</legend>${Object.entries(
    RECOVERY_PROOFS,
  ).map(
    ([name, words]) =>
      html`<label class="proof-choice"><input type="checkbox" name="proof" value="${name}"> ${words}</label>`,
  )}</fieldset><p><button class="button button-danger button-small">Plan the recovery</button></p></form>`;
}

import { z } from 'zod';
import { MAILS } from '#content/features.ts';
import { email } from '#contract/fields.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { pathFor } from '#contract/paths.ts';
import { ACTIONS, CONSOLE } from '#features/console/contract.ts';
import { TEST_MAIL_SENT } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { ConsoleRoutes } from '#server/console-view.ts';
import { NEWEST } from '#server/database/search.ts';
import {
  facts,
  type Html,
  hidden,
  html,
  list,
  nameOf,
  pressForm,
  section,
  select,
  timeOf,
} from '#server/html/html.ts';
import { typedWords } from '#server/http/form-fields.ts';
import { maskedAddress } from '#server/mail/addresses.ts';
import {
  findMail,
  giveUpMail,
  holdsLink,
  listMails,
  MAIL_STATES,
  retryMail,
  type StoredMail,
  whyWithoutText,
} from '#server/mail/stored-mails.ts';
import { MAIL_SHOWN, MAILS_LISTED } from './audit-actions.ts';
import type { ConsoleDeps } from './guard.ts';
import { type ListPage, page, pages, readPage } from './keyset-pages.ts';
import { toProblem } from './page.ts';
import { nothingMatches, searchedWords, searchField } from './search-form.ts';

/** Milliseconds to wait for the mail server to accept a test mail. */
const TEST_WITHIN = 20_000;

const STATES = {
  requested: 'Requested',
  waiting: 'Waiting',
  dead: 'Given up',
  sent: 'Sent',
} as const satisfies Record<(typeof MAIL_STATES)[number], string>;

const listQuery = z.object({
  state: z.enum(MAIL_STATES).optional().catch(undefined),
  to: typedWords,
  ...page,
});
const addressIn = ({ to }: Pick<z.infer<typeof listQuery>, 'to'>) => searchedWords(to, EMAIL_MAX_LENGTH);
const testBody = z.object({ do: z.literal('test'), to: email });
const mailBody = z.object({ do: z.enum(['retry', 'give-up']) });

export function mailRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db } = deps;
  const hasServer = deps.settings.smtpUrl !== undefined;

  route.get(
    CONSOLE.mails,
    {
      action: ACTIONS.readMails,
      query: listQuery,
      audit: ({ query }) => ({
        action: MAILS_LISTED,
        detail: addressIn(query) === undefined ? undefined : 'by an address',
      }),
    },
    async ({ query }) => {
      const found = await readPage(
        query,
        NEWEST,
        (cursor, limit) => listMails(db, { ...query, to: addressIn(query), cursor, limit }),
        (mail) => mail.created_at,
      );
      return {
        title: 'Mail',
        main: html`${!hasServer && WITHOUT_SERVER}${listMain(query, found, hasServer)}`,
      };
    },
  );

  const test = { action: ACTIONS.workOnMails, body: testBody };
  route.post(CONSOLE.mails, test, async ({ body: { to }, operator, stillHere }) => {
    // Checks the role again here, because a test mail has no transaction with an audit line, which usually checks it.
    await stillHere();
    // Loads the code that talks to mail servers only when it is used.
    const { sendTestMail } = await import('#server/mail/smtp.ts');
    const mail = { id: deps.newId(), to, createdAt: deps.clock() };
    const { kind, sentence } = await sendTestMail(deps.settings, mail, TEST_WITHIN);
    await recordAlone(deps, { ...operator.by, action: TEST_MAIL_SENT, detail: kind });
    if (kind !== 'accepted') return toProblem(CONSOLE.mails, sentence);
    return { goTo: CONSOLE.mails, flash: { words: sentence } };
  });

  route.get(
    CONSOLE.mail,
    { action: ACTIONS.readMails, audit: ({ id }) => ({ action: MAIL_SHOWN, subject: id }) },
    async ({ id }) => {
      const mail = await findMail(db, id);
      if (mail === undefined) return { title: 'No such email', status: 404, main: GONE };
      return { title: `Mail: ${kindOf(mail)}`, main: mailMain(mail, hasServer) };
    },
  );

  const work = { action: ACTIONS.workOnMails, body: mailBody };
  route.post(CONSOLE.mail, work, async ({ body: { do: asked }, operator, id }) => {
    const change = asked === 'retry' ? retryMail : giveUpMail;
    const goTo = pathFor(CONSOLE.mail, id);
    if (!(await change(deps, id, operator.by))) return toProblem(goTo, NOT_NOW[asked]);
    if (asked === 'give-up')
      return { goTo, flash: { words: 'Given up.', undo: { to: goTo, fields: { do: 'retry' } } } };
    deps.wakeMail();
    return {
      goTo,
      flash: {
        words: hasServer
          ? 'It will be tried again within half a minute.'
          : 'It is waiting for a mail server.',
      },
    };
  });
}

const GONE = html`<p class="text-lead">It has been removed, or never existed. Sent emails are kept for a while, without their text.</p>
<p><a href="${CONSOLE.mails}">Back to the emails</a></p>`;

const NOT_NOW = {
  retry:
    'Only an email that is waiting or was given up can be tried again. This one is being sent right now, or its state has changed.',
  'give-up':
    'Only an email that is waiting can be given up. This one is being sent right now, or its state has changed.',
};

const WITHOUT_SERVER = html`<p class="banner"><span>No mail server is set up, so emails wait and reach nobody. The setting SMTP_URL (see <a href="${CONSOLE.system}#launch">System</a>) names the server that sends them.</span></p>`;

function kindOf({ kind }: StoredMail): string {
  const mail = MAILS.find(({ name }) => name === kind);
  return mail?.operatorLabel ?? mail?.label ?? nameOf(kind);
}

const press = (id: string, what: 'retry' | 'give-up', label: string) =>
  pressForm(pathFor(CONSOLE.mail, id), { do: what }, label);

function listMain(
  { state, to }: z.infer<typeof listQuery>,
  found: ListPage<StoredMail>,
  hasServer: boolean,
): Html {
  return html`<form class="bar" method="get" action="${CONSOLE.mails}">
${select('state', 'State', { '': 'Any', ...STATES }, state)}
${searchField('to', 'Sent to', { typed: to, most: EMAIL_MAX_LENGTH, hint: 'Full address' })}
<button class="button button-quiet">Show</button></form>
<details class="card"><summary>Send a test email</summary><form method="post" action="${CONSOLE.mails}" class="inline">${hidden({ do: 'test' })}
<label class="field"><span>To</span><input class="input grow" type="text" inputmode="email" autocapitalize="none" spellcheck="false" name="to" required maxlength="${EMAIL_MAX_LENGTH}"></label>
<button class="button button-quiet">Send it</button></form>
<p class="soft">It goes straight to the mail server, as the site’s own emails do, and you see what the server answered.</p></details>
${
  found.rows.length === 0 && (state ?? addressIn({ to }))
    ? html`${nothingMatches(addressIn({ to }), [state && STATES[state]], CONSOLE.mails)}<p class="soft">Once an email has been sent, its address is removed, unless the email belongs to an account or another entry.</p>`
    : list(
        found.rows.map((mail) => mailRow(mail, hasServer)),
        'No emails yet. Each email that the site writes is listed here, with what became of it.',
      )
}
${pages(CONSOLE.mails, { state, to }, found)}`;
}

function mailRow(mail: StoredMail, hasServer: boolean): Html {
  const { id, state, recipient, attempts, last_error, created_at } = mail;
  return html`<li class="card row" data-row><div><a href="${pathFor(CONSOLE.mail, id)}"><strong>${kindOf(mail)}</strong></a> ${badge(state)}<br>
<span class="soft">${maskedAddress(recipient) || 'address removed'}</span></div>
<div class="soft">${timeOf(created_at)}${attempts > 0 && html`<br>${attempts === 1 ? '1 try' : `${attempts} tries`}`}${state === 'dead' && html`<br>Given up ${timeOf(mail.next_attempt_at)}`}${
    state === 'waiting' && hasServer && html`<br>Next try: due ${timeOf(mail.next_attempt_at)}`
  }</div>
${last_error !== null && html`<p class="said row-whole">${last_error}</p>`}
${state === 'dead' && press(id, 'retry', 'Try again')}</li>`;
}

const LOOKS = { requested: 'badge-quiet', waiting: '', dead: 'badge-warn', sent: 'badge-quiet' };

function badge(state: StoredMail['state']): Html {
  return html`<span class="badge ${LOOKS[state]}">${STATES[state]}</span>`;
}

const WITHOUT_TEXT = {
  'not-written': 'The text has not been written yet.',
  gone: 'The text is gone: it’s removed once the email has been sent.',
  'of-message': 'The text is made from the message that the email is about, which is in the inbox.',
} as const satisfies Record<ReturnType<typeof whyWithoutText>, string>;

function mailMain(mail: StoredMail & { readonly text: string }, hasServer: boolean): Html {
  const { id, state } = mail;
  return html`<p><a href="${CONSOLE.mails}">All emails</a></p>
${facts(
  [
    ['State', badge(state)],
    [
      'To',
      mail.recipient || 'removed when it was sent, because the email belongs to no account or other entry',
    ],
    ['Replies go to', mail.reply_to],
    ['Subject', mail.subject || false],
    ['Created', timeOf(mail.created_at)],
    ['Tries', mail.attempts],
    [
      'Next try',
      state === 'waiting' &&
        (hasServer ? html`due ${timeOf(mail.next_attempt_at)}` : 'once there is a mail server'),
    ],
    // For a mail that was given up, `next_attempt_at` is the time at which it was given up.
    ['Given up', state === 'dead' && timeOf(mail.next_attempt_at)],
    ['Sent', mail.sent_at !== null && timeOf(mail.sent_at)],
    ['Server’s answer', html`<span class="said">${mail.last_error ?? 'none'}</span>`],
    ['ID', html`<code>${id}</code>`],
  ],
  'facts card',
)}
<div class="bar">${state === 'dead' && press(id, 'retry', 'Try again')}${state === 'waiting' && html`${hasServer && press(id, 'retry', 'Try now')}${press(id, 'give-up', 'Give up')}`}</div>
${section('text', 'Text', textOf(mail), 'part')}`;
}

/** The text is hidden if it may contain a working link, because anyone with the link could use it. */
function textOf(mail: StoredMail & { readonly text: string }): Html {
  if (mail.text === '') return html`<p class="soft">${WITHOUT_TEXT[whyWithoutText(mail)]}</p>`;
  if (holdsLink(mail.kind))
    return html`<p class="soft">Not shown: it may contain a link that works for anyone who has it.</p>`;
  return html`<p class="said card">${mail.text}</p>`;
}

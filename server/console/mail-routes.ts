import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import { email } from '#contract/identity.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { maskedAddress } from '#server/mail/masked-address.ts';
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
import type { Settings } from '#server/settings/settings.ts';
import type { ConsoleDeps, MakeConsoleRoute } from './guard.ts';
import { type Html, html } from './html.ts';
import { pageLinks, pageNumber, rowsOf, shownOf } from './list-pages.ts';
import { auditOf, type Operator } from './operator.ts';
import { hidden, type Page, pressForm, select, timeOf } from './page.ts';

type MailDeps = ConsoleDeps & { readonly settings: Settings };

/** Milliseconds that the page waits for a mail server to take a test mail. */
const TEST_WITHIN = 20_000;

const STATES = {
  requested: 'Requested',
  waiting: 'Waiting',
  dead: 'Given up',
  sent: 'Sent',
} as const satisfies Record<(typeof MAIL_STATES)[number], string>;

const listQuery = z.object({
  state: z.enum(MAIL_STATES).optional().catch(undefined),
  to: z.string().trim().max(EMAIL_MAX_LENGTH).catch(''),
  page: pageNumber,
});
const testBody = z.object({ do: z.literal('test'), to: email });
const mailBody = z.object({ do: z.enum(['retry', 'give-up']) });
const mailParams = z.object({ id: z.string() });
const mailQuery = z.object({ done: z.enum(['retry', 'give-up']).optional().catch(undefined) });

/** What the site sends, and why a mail was not sent. */
export function mailRoutes(route: MakeConsoleRoute, deps: MailDeps): void {
  const { db } = deps;
  const view = { title: 'Mail', view: CONSOLE.mails };

  const list = async (query: z.infer<typeof listQuery>, operator: Operator): Promise<Page> => {
    const { state, to, page } = query;
    await recordAlone(deps, { ...auditOf(operator), action: 'mails-listed' });
    const found = await listMails(db, { state, to: to === '' ? undefined : to, ...rowsOf(page) });
    return {
      ...view,
      main: html`${deps.settings.smtpUrl === undefined && WITHOUT_SERVER}${listMain(query, found)}`,
    };
  };

  const show = async (id: string, operator: Operator): Promise<Page | undefined> => {
    const mail = await findMail(db, id);
    if (mail === undefined) return undefined;
    await recordAlone(deps, { ...auditOf(operator), action: 'mail-shown', subject: id });
    return { ...view, title: `Mail: ${mail.kind}`, main: mailMain(mail) };
  };

  route({
    method: 'GET',
    url: CONSOLE.mails,
    action: 'read-mails',
    handle: async (request, _reply, operator) => list(parseQuery(request, listQuery), operator),
  });

  route({
    method: 'POST',
    url: CONSOLE.mails,
    action: 'work-on-mails',
    handle: async (request, _reply, operator) => {
      const { to } = parseBody(request, testBody);
      // What speaks to mail servers is loaded where it is used.
      const { sendTestMail } = await import('#server/mail/test-mail.ts');
      const mail = { id: deps.newId(), to, createdAt: deps.clock() };
      const { kind, sentence } = await sendTestMail(deps.settings, mail, TEST_WITHIN);
      await recordAlone(deps, { ...auditOf(operator), action: 'test-mail-sent', detail: kind });
      const page = await list(listQuery.parse({}), operator);
      return kind === 'accepted' ? { ...page, done: sentence } : { ...page, problem: sentence };
    },
  });

  route({
    method: 'GET',
    url: CONSOLE.mail,
    action: 'read-mails',
    handle: async (request, reply, operator) => {
      const { id } = mailParams.parse(request.params);
      const { done } = parseQuery(request, mailQuery);
      const page = await show(id, operator);
      if (page !== undefined) return { ...page, done: done && doneSentence(done, id) };
      reply.code(404);
      return { ...view, title: 'No such mail', main: GONE };
    },
  });

  route({
    method: 'POST',
    url: CONSOLE.mail,
    action: 'work-on-mails',
    handle: async (request, reply, operator) => {
      const { id } = mailParams.parse(request.params);
      const asked = parseBody(request, mailBody).do;
      const change = asked === 'retry' ? retryMail : giveUpMail;
      if (await change(deps, id, auditOf(operator))) {
        if (asked === 'retry') deps.wakeMail();
        return { goTo: `${CONSOLE.mail.replace(':id', encodeURIComponent(id))}?done=${asked}` };
      }
      const page = await show(id, operator);
      reply.code(page === undefined ? 404 : 409);
      return page === undefined
        ? { ...view, title: 'No such mail', main: GONE }
        : { ...page, problem: NOT_NOW[asked] };
    },
  });
}

const GONE = html`<p class="text-lead">It was removed meanwhile, or never there. Mails that were sent are kept for a while, without their text.</p>
<p><a href="${CONSOLE.mails}">Back to the mails</a></p>`;

const NOT_NOW = {
  retry: 'Only a mail that was given up can be tried again. This one is in another state by now.',
  'give-up':
    'Only a mail that waits can be given up. This one is being sent at this moment, or is in another state by now.',
};

const WITHOUT_SERVER = html`<p class="banner">No mail server is set up, so mails wait and reach nobody. SMTP_URL, under System, says which one sends them.</p>`;

function doneSentence(done: 'retry' | 'give-up', id: string): Html {
  if (done === 'retry') return html`It’s tried again within half a minute.`;
  return html`<span>Given up.</span> ${press(id, 'retry', 'Undo')}`;
}

const pathOf = (id: string) => CONSOLE.mail.replace(':id', encodeURIComponent(id));
const press = (id: string, what: 'retry' | 'give-up', label: string) =>
  pressForm(pathOf(id), { do: what }, label);

function listMain({ state, to, page }: z.infer<typeof listQuery>, found: readonly StoredMail[]): Html {
  const filter = { ...(state && { state }), ...(to !== '' && { to }) };
  const isFiltered = Object.keys(filter).length > 0;
  return html`<form class="bar" method="get" action="${CONSOLE.mails}">
${select('state', 'State', { '': 'Any', ...STATES }, state ?? '')}
<label class="field grow"><span>Sent to</span><input class="input" type="search" name="to" value="${to}" maxlength="${EMAIL_MAX_LENGTH}" placeholder="The whole address" autocomplete="off"></label>
<button class="button button-quiet">Show</button></form>
${
  found.length === 0
    ? html`<p class="empty">${
        isFiltered
          ? 'No mail matches. A mail to somebody without an account forgets the address once it was sent.'
          : 'No mails yet. Each mail that the site writes is listed here, with what became of it.'
      }</p>`
    : html`<ul class="rows">${shownOf(found).map(mailRow)}</ul>`
}
${pageLinks(CONSOLE.mails, filter, page, found)}
<section class="card part" aria-labelledby="test"><h2 id="test">Send a test mail</h2>
<form method="post" action="${CONSOLE.mails}" class="inline">${hidden({ do: 'test' })}
<label class="field"><span>To</span><input class="input" type="email" name="to" required maxlength="${EMAIL_MAX_LENGTH}"></label>
<button class="button button-quiet">Send it</button></form>
<p class="soft">It goes straight to the mail server, as the site’s own mails do, and you’re told what the server answered.</p></section>`;
}

function mailRow({
  id,
  kind,
  state,
  recipient,
  attempts,
  last_error,
  created_at,
  ...mail
}: StoredMail): Html {
  return html`<li class="card row" data-row><div><a href="${pathOf(id)}"><strong>${kind}</strong></a> ${badge(state)}<br>
<span class="soft">${maskedAddress(recipient) || 'address removed'}</span></div>
<div class="soft">${timeOf(created_at)}<br>${attempts === 1 ? '1 try' : `${attempts} tries`}${
    state === 'waiting' && html`, next ${timeOf(mail.next_attempt_at)}`
  }</div>
${last_error !== null && html`<p class="said row-whole">${last_error}</p>`}
${state === 'dead' && press(id, 'retry', 'Try again')}</li>`;
}

const LOOKS = { requested: 'badge-quiet', waiting: '', dead: 'badge-warn', sent: 'badge-quiet' };

function badge(state: StoredMail['state']): Html {
  return html`<span class="badge ${LOOKS[state]}">${STATES[state]}</span>`;
}

const WITHOUT_TEXT = {
  'not-written': 'The text is not written yet.',
  gone: 'The text is gone: it’s removed once the mail was sent.',
  'of-message': 'The text is made from the message that the mail tells of, which is in the inbox.',
} as const satisfies Record<ReturnType<typeof whyWithoutText>, string>;

function mailMain(mail: StoredMail & { readonly text: string }): Html {
  const { id, state } = mail;
  const facts: (readonly [string, Html | string | number | false])[] = [
    ['State', badge(state)],
    ['To', mail.recipient || 'removed, as it was sent to somebody without an account'],
    ['Answers go to', mail.reply_to ?? false],
    ['Subject', mail.subject || false],
    ['Created', timeOf(mail.created_at)],
    ['Tries', mail.attempts],
    ['Next try', state === 'waiting' && timeOf(mail.next_attempt_at)],
    ['Sent', mail.sent_at !== null && timeOf(mail.sent_at)],
    ['Last answer of the server', html`<span class="said">${mail.last_error ?? 'none'}</span>`],
    ['Id', html`<code>${id}</code>`],
  ];
  return html`<p><a href="${CONSOLE.mails}">All mails</a></p>
<dl class="facts card">${facts.map(([name, value]) => value !== false && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<div class="bar">${state === 'dead' && press(id, 'retry', 'Try again')}${state === 'waiting' && press(id, 'give-up', 'Give up')}</div>
<section class="part" aria-labelledby="text"><h2 id="text">Text</h2>${textOf(mail)}</section>`;
}

/** Whoever reads a link that works could use it: such a text is never shown here. */
function textOf(mail: StoredMail & { readonly text: string }): Html {
  if (mail.text === '') return html`<p class="soft">${WITHOUT_TEXT[whyWithoutText(mail)]}</p>`;
  if (holdsLink(mail.kind))
    return html`<p class="soft">Not shown: it may hold a link that works for whoever has it. It’s in the mail of the person it was written to.</p>`;
  return html`<p class="said card">${mail.text}</p>`;
}

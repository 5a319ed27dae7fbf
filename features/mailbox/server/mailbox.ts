import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { id, line } from '#contract/fields.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';
import { LOOPBACK_ONLY } from '#features/mailbox/refusals.ts';
import type { Db } from '#server/database/database.ts';
import type { AppDeps } from '#server/feature.ts';
import { COLOURS } from '#server/html/site-colours.ts';
import { type Access, declareRoutes } from '#server/http/declared-routes.ts';
import { refuse } from '#server/http/refusal.ts';
import type { MakeBodies } from '#server/mail/mail-queue.ts';
import { sendPage } from '#server/site/page-frame.ts';
import {
  MAILBOX_STYLE,
  type MailboxLetter,
  type MailboxMessage,
  mailboxPage,
  mailHtmlForFrame,
  mailPage,
  mailPolicy,
} from './mailbox-page.ts';

const SHOWN = 200;

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** With `to`, a program that waits for a mail gets only the mails to one address. */
const sentTo = z.object({ to: line(EMAIL_MAX_LENGTH).optional() });

type MailboxDeps = { readonly db: Db; readonly makeBodies: MakeBodies };

/**
 * Shows the mails of a site without a mail server (docs/product.md, "Mailbox"). The links in these mails work, so the mailbox
 * exists only with a loopback `SITE_ORIGIN` and no `SMTP_URL`, and refuses callers from other machines.
 */
export function mailboxRoutes(
  app: FastifyInstance,
  deps: MailboxDeps &
    Pick<AppDeps, 'takeFromLimit'> & { readonly isLoopback: (request: FastifyRequest) => boolean },
): void {
  const route = declareRoutes(app, deps);
  const style = COLOURS + readFileSync(join(import.meta.dirname, 'mailbox.css'), 'utf8');
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
  const access: Access<undefined> = {
    name: 'this machine',
    needs: 'a request from this machine',
    schemes: [],
    refuses: [LOOPBACK_ONLY],
    check: async (request) => (deps.isLoopback(request) ? undefined : refuse(LOOPBACK_ONLY)),
  };
  const page = { access, answers: { 200: 'text/html', 404: 'text/html' } } as const;
  const ofMail = { ...page, path: z.object({ id }) };

  route.get(MAILBOX.home, page, async ({ reply }) =>
    sendPage(reply, mailboxPage(await messagesOf(deps), SHOWN), PAGE_POLICY),
  );

  route.get(
    MAILBOX.messages,
    { access, query: sentTo, answers: { 200: z.array(z.looseObject({ id })) } },
    ({ query }) => messagesOf(deps, query),
  );

  route.get(MAILBOX_STYLE, { access, answers: { 200: 'text/css' } }, async ({ reply }) =>
    reply.type('text/css; charset=utf-8').send(style),
  );

  route.get(MAILBOX.mail, ofMail, async ({ path, reply }) => {
    const mail = await messageOf(deps, path.id);
    return mail === undefined ? notFound(reply) : sendPage(reply, mailPage(mail), PAGE_POLICY);
  });

  route.get(`${MAILBOX.mail}/html`, ofMail, async ({ path, reply }) => {
    const mail = await messageOf(deps, path.id);
    if (mail === undefined) return notFound(reply);
    const html = mailHtmlForFrame(mail.html);
    return sendPage(reply.header('x-frame-options', 'SAMEORIGIN'), html, mailPolicy(html));
  });
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function messages(db: Db) {
  return db
    .selectFrom('outbox')
    .select(['id', 'recipient as to', 'subject', 'text_body as text', 'html_body as html', 'created_at'])
    .where('state', 'in', ['waiting', 'dead']);
}

async function messagesOf(deps: MailboxDeps, { to }: z.infer<typeof sentTo> = {}): Promise<MailboxMessage[]> {
  const stored = await messages(deps.db)
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return Promise.all(stored.map((message) => withBodies(deps, message)));
}

async function messageOf(deps: MailboxDeps, id: string): Promise<MailboxLetter | undefined> {
  const stored = await messages(deps.db).select('reply_to').where('id', '=', id).executeTakeFirst();
  return stored && withBodies(deps, stored);
}

async function withBodies<M extends MailboxMessage>({ makeBodies }: MailboxDeps, message: M): Promise<M> {
  if (message.text !== '') return message;
  const bodies = await makeBodies(message.id);
  return bodies === undefined ? message : { ...message, text: bodies.text, html: bodies.html };
}

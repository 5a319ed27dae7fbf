import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { refuse } from '#server/http/refusal.ts';
import { mailPolicy } from './mail-policy.ts';
import {
  MAILBOX_STYLE,
  type MailboxLetter,
  type MailboxMessage,
  mailboxPage,
  mailHtmlForFrame,
  mailPage,
} from './mailbox-page.ts';

/** Messages shown, newest first. */
const SHOWN = 200;

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The mailbox of a site without a mail server (decisions §6): what waits in the outbox, for this machine only. It
 * shows live links, so it exists only where `SITE_ORIGIN` is a loopback address and no `SMTP_URL` is set. Anyone else is
 * refused with LOOPBACK_ONLY. Requested mails do not show, nor do those that an earlier configuration has sent: neither
 * has a text. Expects a scope of its own.
 */
export function mailboxRoutes(
  app: FastifyInstance,
  { db, isLoopback }: { readonly db: Db; readonly isLoopback: (request: FastifyRequest) => boolean },
): void {
  const style = readFileSync(join(import.meta.dirname, 'mailbox.css'), 'utf8');
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopback(request)) refuse('LOOPBACK_ONLY');
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  app.get(OPERATIONS.mailbox, async (_request, reply) =>
    sendPage(reply, PAGE_POLICY, mailboxPage(await messagesOf(db), SHOWN)),
  );

  app.get(OPERATIONS.mailboxMessages, () => messagesOf(db));

  app.get(MAILBOX_STYLE, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));

  app.get<{ Params: { id: string } }>(OPERATIONS.mailboxMail, async ({ params }, reply) => {
    const mail = await messageOf(db, params.id);
    return mail === undefined ? reply.callNotFound() : sendPage(reply, PAGE_POLICY, mailPage(mail));
  });

  app.get<{ Params: { id: string } }>(`${OPERATIONS.mailboxMail}/html`, async ({ params }, reply) => {
    const mail = await messageOf(db, params.id);
    if (mail === undefined) return reply.callNotFound();
    const html = mailHtmlForFrame(mail.html);
    return sendPage(reply.header('x-frame-options', 'SAMEORIGIN'), mailPolicy(html), html);
  });
}

function sendPage(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);
}

function messages(db: Db) {
  return db
    .selectFrom('outbox')
    .select(['id', 'recipient as to', 'subject', 'text_body as text', 'html_body as html', 'created_at'])
    .where('state', 'in', ['waiting', 'dead']);
}

function messagesOf(db: Db): Promise<MailboxMessage[]> {
  return messages(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute();
}

async function messageOf(db: Db, id: string): Promise<MailboxLetter | undefined> {
  // PostgreSQL would stumble over some of what a path can hold.
  return /^[\w-]+$/.test(id)
    ? messages(db).select('reply_to').where('id', '=', id).executeTakeFirst()
    : undefined;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { OPERATIONS } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import type { AppEnv } from '#server/http/app-env.ts';
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
 * shows live links, so mount it only where no `SMTP_URL` is set. Anyone else is refused with LOOPBACK_ONLY. Requested
 * mails do not show, nor do those that an earlier configuration has sent: neither has a text.
 */
export function mailboxRoutes({
  db,
  isLoopback,
}: {
  db: Db;
  isLoopback: (c: Context<AppEnv>) => boolean;
}): Hono<AppEnv> {
  const style = readFileSync(join(import.meta.dirname, 'mailbox.css'), 'utf8');
  const app = new Hono<AppEnv>();

  // Covers /mailbox itself as well.
  app.use(`${OPERATIONS.mailbox}/*`, async (c, next) => {
    if (!isLoopback(c)) refuse('LOOPBACK_ONLY');
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
  });

  app.get(OPERATIONS.mailbox, async (c) => {
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(mailboxPage(await messagesOf(db), SHOWN));
  });

  app.get(OPERATIONS.mailboxMessages, async (c) => c.json(await messagesOf(db)));

  app.get(MAILBOX_STYLE, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));

  app.get(OPERATIONS.mailboxMail, async (c) => {
    const mail = await messageOf(db, c.req.param('id'));
    if (mail === undefined) return c.notFound();
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(mailPage(mail));
  });

  app.get(`${OPERATIONS.mailboxMail}/html`, async (c) => {
    const mail = await messageOf(db, c.req.param('id'));
    if (mail === undefined) return c.notFound();
    const html = mailHtmlForFrame(mail.html);
    c.header('Content-Security-Policy', mailPolicy(html));
    c.header('X-Frame-Options', 'SAMEORIGIN');
    return c.html(html);
  });

  return app;
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

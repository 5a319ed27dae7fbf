import type { Context } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { failurePage } from './failure-page.ts';
import type { FormDefinition } from './form-definitions.ts';
import type { FormEntries } from './form-entries.ts';
import type { FormRefusal } from './form-refusal.ts';
import type { PageFrame } from './page-frame.ts';
import { prefersPage } from './preferred-answer.ts';

export type RefusedForm = FormRefusal & {
  readonly form?: FormDefinition | undefined;
  /** What was typed, to be shown again. */
  readonly entries?: FormEntries | undefined;
  /** Whether it may have been a page of somebody else's that sent it. */
  readonly isFromElsewhere?: boolean | undefined;
};

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Whether the sender reads pages: a browser that sends the form by itself. */
export function wantsPage(c: Context<AppEnv>): boolean {
  return prefersPage(c.req.header('accept'));
}

/** @param next absolute address of a page of this site */
export function answerAccepted(c: Context<AppEnv>, next: string): Response {
  return wantsPage(c) ? c.redirect(pathOf(next), 303) : c.json({ ok: true, next });
}

/** The library shows the bank's question with it, and posts again. Only a page with scripts can get here. */
export function answerBankAsks(
  c: Context<AppEnv>,
  { clientSecret, resubmitKey }: { readonly clientSecret: string; readonly resubmitKey: string },
): Response {
  return c.json({ stripe: { paymentIntentClientSecret: clientSecret }, resubmitKey });
}

/** A visitor may have come by another name of this machine, and stays with it. Two slashes would name another one. */
function pathOf(page: string): string {
  const { pathname, search, hash } = new URL(page);
  return pathname.startsWith('//') ? page : `${pathname}${search}${hash}`;
}

/** The protocol's refusal for programs; for people the form again, with everything they typed. */
export function answerRefused(c: Context<AppEnv>, refused: RefusedForm, frame: PageFrame): Response {
  const { status, problems, retryAfter, form, entries, isFromElsewhere = true } = refused;
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  if (!wantsPage(c)) {
    const error = problems.map(({ field, message }) =>
      field === undefined ? message : `${field} ${message}`,
    );
    return c.json({ error: error.join(' '), errors: problems }, status);
  }
  c.header('Content-Security-Policy', PAGE_POLICY);
  const canSendAgain = status !== 403 && status !== 404;
  const page = { problems, form, entries, action: c.req.path, canSendAgain, isFromElsewhere };
  return c.html(failurePage(page, frame), status);
}

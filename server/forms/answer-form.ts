import type { FastifyReply, FastifyRequest } from 'fastify';
import { failurePage } from './failure-page.ts';
import type { FormDefinition } from './form-definitions.ts';
import type { FormEntries } from './form-entries.ts';
import type { FormRefusal } from './form-refusal.ts';
import { type PageFrame, sendPage } from './page-frame.ts';
import { prefersPage } from './preferred-answer.ts';

export type RefusedForm = FormRefusal & {
  readonly form?: FormDefinition | undefined;
  /** What was typed, to be shown again. */
  readonly entries?: FormEntries | undefined;
  /** Whether it may have been a page of somebody else's that sent it. */
  readonly isFromElsewhere?: boolean | undefined;
};

/** Whether the sender reads pages: a browser that sends the form by itself. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return prefersPage(headers.accept);
}

/** @param next absolute address of a page of this site */
export function answerAccepted(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
  return wantsPage(request) ? reply.redirect(pathOf(next), 303) : reply.send({ ok: true, next });
}

/** The library shows the bank's question with it, and posts again. Only a page with scripts can get here. */
export function answerBankAsks(
  reply: FastifyReply,
  { clientSecret, resubmitKey }: { readonly clientSecret: string; readonly resubmitKey: string },
): FastifyReply {
  return reply.send({ stripe: { paymentIntentClientSecret: clientSecret }, resubmitKey });
}

/** A visitor may have come by another name of this machine, and stays with it. Two slashes would name another one. */
function pathOf(page: string): string {
  const { pathname, search, hash } = new URL(page);
  return pathname.startsWith('//') ? page : `${pathname}${search}${hash}`;
}

/** The protocol's refusal for programs; for people the form again, with everything they typed. */
export function answerRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: RefusedForm,
  frame: PageFrame,
): FastifyReply {
  const { status, problems, retryAfter, form, entries, isFromElsewhere = true } = refused;
  reply.code(status);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (!wantsPage(request)) {
    const error = problems.map(({ field, message }) =>
      field === undefined ? message : `${field} ${message}`,
    );
    return reply.send({ error: error.join(' '), errors: problems });
  }
  const canSendAgain = status !== 403 && status !== 404;
  const [action = ''] = request.url.split('?', 1);
  const page = { problems, form, entries, action, canSendAgain, isFromElsewhere };
  return sendPage(reply, failurePage(page, frame));
}

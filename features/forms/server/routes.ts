import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BODY_LIMITS } from '#contract/limits.ts';
import { FORMS_API } from '#contract/paths.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import {
  FORM_PROJECT,
  PAYMENT_FIELDS,
  PAYMENT_TAKEN,
  REFERENCE_PARAMETER,
} from '#features/forms/contract.ts';
import { NO_PAYMENTS } from '#features/forms/refusals.ts';
import { isDatabaseAway } from '#server/database/errors.ts';
import type { AppDeps } from '#server/feature.ts';
import { prefersPage } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { comesFromElsewhere } from '#server/http/origin.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { RefusalError, STORAGE_RETRY_AFTER } from '#server/http/refusal.ts';
import { neverCache } from '#server/http/security-headers.ts';
import type { LabelsOf } from '#server/metrics/series.ts';
import { createPageFrame } from '#server/site/page-frame.ts';
import { answerAccepted, answerRefused } from './answer-form.ts';
import { checkSubmission, type Submission, takePayment } from './check-submission.ts';
import { type FormDefinition, formsOf } from './form-definitions.ts';
import { type FormRefusal, FormRefusalError, refusalOf, refuseForm } from './form-refusal.ts';
import {
  bodyLimitOf,
  type FormEntries,
  type ReceivedBody,
  readForm,
  readRefused,
  receiveForm,
} from './read-form.ts';
import { FORM_SUBMISSIONS, type PaidSubmission, submitPaidOf } from './slots.ts';
import { storeSubmission } from './store-submission.ts';
import { referenceOf } from './stored-submissions.ts';

type Outcome =
  | { readonly as: 'received' | 'duplicate' | 'quarantined'; readonly next: string }
  | Extract<PaidSubmission, { kind: 'bank-asks' }>;

/** CORS headers with which any site may send a form and read the answer. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };

/** The answer to a CORS preflight. It allows the headers that Formspree's library and other clients send. */
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'Accept,Authorization,Content-Type,Formspree-Client,Formspree-Session-Data,Idempotency-Key',
  'access-control-max-age': '7200',
};

/** The form's definition decides which fields are accepted, so the route has no schema for the body. */
const OF_SUBMIT = {
  does: 'Receives a form, as JSON or as a browser sends it, and answers in Formspree’s protocol.',
  answers: {
    200: z.union([
      z.object({ ok: z.literal(true), next: z.string() }),
      z.object({ stripe: z.object({ paymentIntentClientSecret: z.string() }), resubmitKey: z.string() }),
    ]),
    303: 'text/plain',
  },
} as const;
const OF_PREFLIGHT = { answers: { 204: 'text/plain' } } as const;
const OF_READ = { answers: { 303: 'text/plain', 404: 'text/html' } } as const;

type FormRequest = FastifyRequest<{ Params: { project?: string; form: string } }>;

/** The form service with Formspree's protocol (docs/product.md, "Forms"; docs/decisions/0018). Needs its own Fastify scope. */
export function formsRoutes(app: FastifyInstance, deps: AppDeps): void {
  const frame = createPageFrame(deps.live.current);
  const forms = formsOf(deps);
  const submitPaid = submitPaidOf(deps);
  const { sessionOf } = createAccess(deps);
  const route = declareRoutes(app, deps);
  const largest = Math.max(...forms.map(bodyLimitOf));

  neverCache(app);
  const limited = new WeakMap<FastifyRequest, RefusalError>();
  // Checks the rate limit before the body is read. Every request counts, even for an unknown form.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(CORS);
    if (request.method !== 'POST') return;
    try {
      await deps.takeFromLimit(FORM_LIMITS.formsPerIp, networkOf(request));
      await deps.takeFromLimit(FORM_LIMITS.formsADayPerIp, networkOf(request));
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      deps.noteRefused?.(request, error);
      limited.set(request, error);
    }
  });
  // Fastify parses no body here: the handler reads the body itself, and answers if it is unreadable.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    // Over the rate limit, only as many bytes are read as a form without files may have.
    limited.has(request) ? receiveForm(payload, BODY_LIMITS.form, 0) : receiveForm(payload, largest),
  );

  const answer = async (request: FormRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const contentType = request.headers['content-type'] ?? '';
    const body = (request.body as ReceivedBody | undefined) ?? NOTHING;
    const isFromElsewhere = comesFromElsewhere(request.headers, deps.isAllowedOrigin);
    const form = findForm(request);
    let entries: FormEntries | undefined;
    const count = (outcome: LabelsOf<typeof FORM_SUBMISSIONS.labels>['outcome']) =>
      deps.metrics.count(FORM_SUBMISSIONS, { form: request.params.form, outcome });
    try {
      const tooMany = limited.get(request);
      if (tooMany !== undefined) throw tooMany;
      if (form === undefined) refuseForm(isOfProject(request) ? 'FORM_NOT_FOUND' : 'PROJECT_NOT_FOUND');
      refuseBeforeReading(request, form);
      const read = takePayment(await readForm(body, contentType, form));
      entries = read.entries;
      const outcome = await receive(request, form, read, isFromElsewhere);
      if ('next' in outcome) {
        count(outcome.as);
        return answerAccepted(request, reply, outcome.next);
      }
      count('unpaid');
      const { clientSecret: paymentIntentClientSecret, resubmitKey } = outcome;
      // With this answer, Formspree's library lets the cardholder confirm the payment at the bank, and then sends the form again.
      return reply.send({ stripe: { paymentIntentClientSecret }, resubmitKey });
    } catch (error) {
      const refusal = refusalIn(request, error);
      count(refusal.status >= 500 ? 'failed' : 'refused');
      const typed = entries === undefined && prefersPage(request) && (await readRefused(body, contentType));
      if (typed) entries = takePayment(typed).entries;
      return answerRefused(request, reply, { ...refusal, form, entries, isFromElsewhere }, frame);
    }
  };

  const findForm = (request: FormRequest): FormDefinition | undefined =>
    isOfProject(request) ? forms.find(({ name }) => name === request.params.form) : undefined;

  const receive = async (
    request: FormRequest,
    form: FormDefinition,
    { payment, attempt, entries }: ReturnType<typeof takePayment>,
    isFromElsewhere: boolean,
  ): Promise<Outcome> => {
    const key = idempotencyKeyOf(request, payment && attempt);
    const submission = checkSubmission(form, entries, deps.origin);
    const source = { userId: await senderOf(request, isFromElsewhere), isFromElsewhere, key };
    if (payment !== undefined && !submission.isQuarantined) {
      if (submitPaid === undefined) throw new FormRefusalError(NOT_PAYABLE);
      const paid = await submitPaid(deps, submission, payment, source);
      request.log.info({ form: form.name, payment: payment.kind, outcome: paid.kind }, 'form submission');
      if (paid.kind === 'bank-asks') return paid;
      const next = withParameter(nextOf(submission, paid), PAYMENT_TAKEN.parameter, PAYMENT_TAKEN.yes);
      return { as: paid.isFirst ? 'received' : 'duplicate', next };
    }
    const stored = await storeSubmission(deps, submission, source);
    request.log.info({ form: form.name, submission: stored.id, outcome: stored.kind }, 'form submission');
    const as =
      stored.kind === 'repeated' ? 'duplicate' : submission.isQuarantined ? 'quarantined' : 'received';
    const next = nextOf(submission, stored);
    // Even with a filled spam trap, a sender who wanted to pay must learn that no payment was taken.
    const { parameter, no } = PAYMENT_TAKEN;
    return { as, next: payment === undefined ? next : withParameter(next, parameter, no) };
  };

  const refuseBeforeReading = (
    { headers: { origin } }: FormRequest,
    { active, origins }: FormDefinition,
  ): void => {
    if (!active) refuseForm('INACTIVE');
    if (origin === undefined || deps.isAllowedOrigin(origin)) return;
    if (origins?.includes(origin) === false) refuseForm('BLOCKED');
  };

  /** The sender's account. Another site can make a browser post a form, so a cookie counts only from our own pages. */
  const senderOf = async (request: FormRequest, isFromElsewhere: boolean): Promise<string | undefined> => {
    const { authorization, origin } = request.headers;
    const isOurPage = origin !== undefined && !isFromElsewhere;
    if (!isOurPage && authorization === undefined) return undefined;
    return (await sessionOf(request))?.userId;
  };

  for (const path of Object.values(FORMS_API)) {
    route.post(path, OF_SUBMIT, ({ request, reply }) => answer(request as FormRequest, reply));
    route.options(path, OF_PREFLIGHT, async ({ reply }) => reply.code(204).headers(PREFLIGHT).send());
    // After a refused submission, the address bar shows this URL. Visitors who open it again get the page with the form.
    route.get(path, OF_READ, async ({ request, reply }) => {
      const form = findForm(request as FormRequest);
      if (form !== undefined) return reply.redirect(form.page, 303);
      reply.callNotFound();
      return reply;
    });
  }
}

const NOT_PAYABLE: FormRefusal = {
  status: 422,
  problems: [{ ...NO_PAYMENTS, field: PAYMENT_FIELDS.method }],
};

/** The page after a request with a due date shows the stored request, so its URL has the whole id. */
function nextOf({ form, next }: Submission, stored: { readonly id: string }): string {
  if (form.hasDueDate) return withParameter(next, 'id', stored.id);
  return withParameter(next, REFERENCE_PARAMETER, referenceOf(stored));
}

function withParameter(page: string, name: string, value: string): string {
  const url = new URL(page);
  url.searchParams.set(name, value);
  return url.href;
}

/** The body of a request that was sent without a body: Fastify calls no parser for such a request. */
const NOTHING: ReceivedBody = { kind: 'whole', bytes: Buffer.alloc(0) };

function isOfProject({ params: { project } }: FormRequest): boolean {
  return project === undefined || project === FORM_PROJECT;
}

function refusalIn({ log }: FormRequest, error: unknown): FormRefusal {
  if (error instanceof FormRefusalError) return error.refusal;
  if (error instanceof RefusalError && error.detail.limit !== undefined) {
    const { message, retryAfter = 1 } = error.body;
    return { ...refusalOf('RATE_LIMITED', message), retryAfter };
  }
  log.error({ err: error }, 'a form submission failed');
  const refusal = refusalOf('UNEXPECTED');
  return isDatabaseAway(error) ? { ...refusal, status: 503, retryAfter: STORAGE_RETRY_AFTER } : refusal;
}

function idempotencyKeyOf({ headers }: FormRequest, attempt: string | undefined): string | undefined {
  const key = headers['idempotency-key']?.toString().trim() || attempt;
  if (key === undefined || key === '') return undefined;
  return /^[\x20-\x7e]{1,255}$/.test(key) ? key : refuseForm('IDEMPOTENCY_KEY_NOT_VALID');
}

export const FORM_LIMITS = rateLimits({
  formsPerIp: { points: 5, seconds: 60 },
  formsADayPerIp: { points: 200, seconds: 24 * 3_600 },
});

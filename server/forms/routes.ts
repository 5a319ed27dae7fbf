import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { FORMS_API } from '#contract/paths.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import type { CookieNames } from '#server/accounts/cookies.ts';
import { authenticate } from '#server/accounts/sessions.ts';
import { isDatabaseAway } from '#server/database/is-away.ts';
import { STORAGE_RETRY_AFTER } from '#server/http/answer-errors.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { neverCached } from '#server/http/security-headers.ts';
import { listed, type Metrics } from '#server/metrics/metrics.ts';
import { FORM_LABELS, type LabelsOf } from '#server/metrics/series.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Site } from '#server/site/site.ts';
import { answerAccepted, answerBankAsks, answerRefused, type RefusedForm, wantsPage } from './answer-form.ts';
import { checkSubmission } from './check-submission.ts';
import { type FormDefinition, findForm } from './form-definitions.ts';
import type { FormEntries } from './form-entries.ts';
import { type FormRefusal, refusalOf } from './form-refusal.ts';
import { formSettings } from './form-settings.ts';
import { createPageFrame } from './page-frame.ts';
import { type PaidSubmission, submitPaid } from './payments/submit-paid.ts';
import { type SentPayment, takePayment } from './payments/take-payment.ts';
import { readForm, readRefused } from './read-form.ts';
import { storeSubmission } from './store-submission.ts';

type FormsRoutesDeps = AccountsDeps & {
  readonly settings: Settings;
  readonly site: Site;
  readonly forms: readonly FormDefinition[];
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly metrics: Metrics;
};

type Outcome =
  | {
      readonly kind: 'accepted';
      readonly as: 'received' | 'duplicate' | 'quarantined';
      readonly next: string;
    }
  | Extract<PaidSubmission, { kind: 'bank-asks' }>
  | RefusedForm;

/** What the library, and whoever calls the service by hand, may send along from another site. */
const ALLOWED_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Formspree-Client',
  'Formspree-Session-Data',
  'Idempotency-Key',
];

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['POST'],
  allowHeaders: ALLOWED_HEADERS,
  exposeHeaders: ['Retry-After'],
  maxAge: 7_200,
});

/** Pages of any site may send a form. The library's way sets these headers first, and then has to copy the answer. */
const fromAnywhere: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
  await next();
  c.res.headers.set('Access-Control-Allow-Origin', '*');
  c.res.headers.set('Access-Control-Expose-Headers', 'Retry-After');
};

/** The form service: Formspree's protocol (decisions §5, docs/decisions/0018). */
export function formsRoutes(deps: FormsRoutesDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const frame = createPageFrame(deps.site);
  const paymentDeps = { ...deps, ...formSettings(deps.settings, deps.log) };

  const submit = async (c: Context<AppEnv>): Promise<Outcome> => {
    const isFromElsewhere = comesFromElsewhere(c);
    const limited = await refusalOfTooMany(c);
    const found = findForm(deps.forms, c.req.param('project'), c.req.param('form'));
    const form = found.kind === 'found' ? found.form : undefined;
    const early = limited ?? (found.kind === 'found' ? refusalBeforeReading(c, found.form) : found);
    if (early !== undefined || form === undefined) {
      // Who is still sending hears no answer, and what somebody typed is to be shown again.
      const typed = await readRefused(c.req.raw, wantsPage(c));
      const entries = typed && takePayment(typed).entries;
      return { ...(early ?? refusalOf('FORM_NOT_FOUND')), form, entries, isFromElsewhere };
    }
    const read = await readForm(c.req.raw, form);
    if (read.kind === 'refused') return { ...read, form };
    const { payment, entries } = takePayment(read.entries);
    const outcome = await receive(c, form, entries, payment).catch((error: unknown) => unexpected(c, error));
    return outcome.kind === 'refused' ? { ...outcome, form, entries, isFromElsewhere } : outcome;
  };

  const receive = async (
    c: Context<AppEnv>,
    form: FormDefinition,
    entries: FormEntries,
    payment: SentPayment,
  ): Promise<Outcome> => {
    const key = idempotencyKeyOf(c);
    if (key === null) return refusalOf('IDEMPOTENCY_KEY_NOT_VALID');
    const checked = checkSubmission(form, entries, deps.origin);
    if (checked.kind === 'refused') return checked;
    const { submission } = checked;
    // Only now: who was signed in when the first byte came may be signed out when the last one is here.
    const source = { userId: await senderOf(c), key };
    if (payment.kind !== 'none' && !submission.isQuarantined) {
      const paid = await submitPaid(paymentDeps, submission, payment, source);
      c.get('log')().info({ form: form.name, payment: payment.kind, outcome: paid.kind }, 'form submission');
      if (paid.kind !== 'accepted') return paid;
      return { kind: 'accepted', as: paid.isFirst ? 'received' : 'duplicate', next: submission.next };
    }
    const stored = await storeSubmission(paymentDeps, submission, source);
    if (stored.kind === 'key-reused') return refusalOf('IDEMPOTENCY_KEY_REUSED');
    c.get('log')().info({ form: form.name, submission: stored.id, outcome: stored.kind }, 'form submission');
    const as =
      stored.kind === 'repeated' ? 'duplicate' : submission.isQuarantined ? 'quarantined' : 'received';
    return { kind: 'accepted', as, next: submission.next };
  };

  const refusalBeforeReading = (
    c: Context<AppEnv>,
    { active, origins }: FormDefinition,
  ): FormRefusal | undefined => {
    if (!active) return refusalOf('INACTIVE');
    const origin = c.req.header('origin');
    if (origin === undefined || deps.isAllowedOrigin(origin)) return undefined;
    return origins === undefined || origins.includes(origin) ? undefined : refusalOf('BLOCKED');
  };

  /** Every try counts, also one at a form that there is not: it costs us as much. */
  const refusalOfTooMany = async (c: Context<AppEnv>): Promise<FormRefusal | undefined> => {
    try {
      await deps.takeFromLimit('formsPerIp', limitKeyOf(deps.clientAddress(c)));
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusalError) || error.detail.retryAfter === undefined) throw error;
      return { ...refusalOf('RATE_LIMITED', error.body.message), retryAfter: error.detail.retryAfter };
    }
  };

  /** Browsers name the origin; where one does not, it may say at least that the page was somebody else's. */
  const comesFromElsewhere = (c: Context<AppEnv>): boolean => {
    const origin = c.req.header('origin');
    if (origin !== undefined) return !deps.isAllowedOrigin(origin);
    return ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');
  };

  /** A cookie counts only with a page of ours: any other site may make a browser send a form, cookies and all. */
  const senderOf = async (c: Context<AppEnv>): Promise<string | undefined> => {
    const origin = c.req.header('origin');
    const isOurPage = origin !== undefined && deps.isAllowedOrigin(origin);
    const authorization = c.req.header('authorization');
    if (!isOurPage && authorization === undefined) return undefined;
    const token = getCookie(c, deps.cookies.session);
    return (await authenticate(deps, { authorization, token }))?.userId;
  };

  const answer = async (c: Context<AppEnv>): Promise<Response> => {
    const outcome = await submit(c).catch((error: unknown): Outcome => unexpected(c, error));
    const form = listed(FORM_LABELS, c.req.param('form'));
    deps.metrics.count('site_form_submissions_total', { form, outcome: countedAs(outcome) });
    switch (outcome.kind) {
      case 'accepted':
        return answerAccepted(c, outcome.next);
      case 'bank-asks':
        return answerBankAsks(c, outcome);
      default:
        return answerRefused(c, outcome, frame);
    }
  };

  for (const path of Object.values(FORMS_API)) {
    routes.use(path, fromAnywhere);
    routes.use(path, neverCached);
    routes.post(path, answer);
    // Somebody who opens the address of a refused form again, as a reader: there is the form.
    routes.get(path, (c) => {
      const found = findForm(deps.forms, c.req.param('project'), c.req.param('form'));
      return found.kind === 'found' ? c.redirect(found.form.page, 303) : c.notFound();
    });
  }
  return routes;
}

function countedAs(outcome: Outcome): LabelsOf<'site_form_submissions_total'>['outcome'] {
  if (outcome.kind === 'accepted') return outcome.as;
  if (outcome.kind === 'bank-asks') return 'unpaid';
  return outcome.status >= 500 ? 'failed' : 'refused';
}

function unexpected(c: Context<AppEnv>, error: unknown): FormRefusal {
  c.get('log')().error({ err: error }, 'a form submission failed');
  const refusal = refusalOf('UNEXPECTED');
  return isDatabaseAway(error) ? { ...refusal, status: 503, retryAfter: STORAGE_RETRY_AFTER } : refusal;
}

/** Null when it is none that could be kept; undefined when none was sent. */
function idempotencyKeyOf(c: Context<AppEnv>): string | null | undefined {
  const key = c.req.header('idempotency-key')?.trim();
  if (key === undefined || key === '') return undefined;
  return /^[\x20-\x7e]{1,255}$/.test(key) ? key : null;
}

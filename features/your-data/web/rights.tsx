import { type ReactNode, useId } from 'react';
import { GRIEVANCE_OFFICER } from '#content/brand.ts';
import { REQUESTS, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { FORM_SENTENCES, FORM_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGE_ROWS } from '#contract/limits.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { FIELD_SENTENCES } from '#features/accounts/web/sign-in/field-sentences.ts';
import { RIGHTS_API, RIGHTS_FORM } from '#features/your-data/rights-contract.ts';
import { type FailedCall, getAnswer, networkTimeoutMs, postBody } from '#web/api/call-api.ts';
import { useDraft } from '#web/session/use-draft.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { AddressField } from '#web/ui/address-field.tsx';
import { CheckedForm, SubmitButton } from '#web/ui/checked-form.tsx';
import { DescribedField } from '#web/ui/described-field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { type SubmitForm, useCheckedForm } from '#web/ui/use-checked-form.ts';

const SENTENCES = {
  ...FORM_SENTENCES,
  email: FIELD_SENTENCES.email,
  request: { missing: RIGHTS_WORDS.form.missing },
};

const REQUEST = pathFor(FORMS_API.submit, RIGHTS_FORM);

/** Keeps the form busy until the visitor comes back to this page, or until the network timeout. */
const untilShownAgain = () =>
  new Promise<[]>((resolve) => {
    addEventListener('pageshow', () => resolve([]), { once: true });
    // The visitor may have stopped the browser from loading the next page.
    setTimeout(resolve, networkTimeoutMs(), []);
  });

/**
 * Shows the failure in a toast. Returns no fields with errors, so that the form can be sent again. Does not use `sayWhyNot`,
 * whose file would add 0.7 kB to this page.
 */
function tellFailure(result: FailedCall): [] {
  toast.error(result.kind === 'offline' ? PAGE_ERRORS.OFFLINE : result.refusal.message, ACTION);
  return [];
}

/** The browser shows the server's answer as a page. If the server does not answer, this page must stay instead. */
const sendByBrowser: SubmitForm = async (_, sent) => {
  const asked = await getAnswer(ACCOUNT_API.session);
  if (asked.kind !== 'ok') return tellFailure(asked);
  sent.submit();
  return untilShownAgain();
};

export const meta = () => metaIn(RIGHTS_WORDS, { canonical: PAGES.rights });

/** The page `/your-data`. Its two forms also work without a script: the server answers with pages. */
export default function Rights() {
  const { title, lead, ask, form, officer } = RIGHTS_WORDS;
  const { name, role, email } = GRIEVANCE_OFFICER;
  const asking = useCheckedForm(SENTENCES, sendByBrowser);
  const request = useCheckedForm(SENTENCES, sendRequest);
  const dropDraft = useDraft('rights', request.formProps.ref);

  /** Sends the request without leaving the page, so that the typed text is dropped only after the server has received it. */
  async function sendRequest(values: FormData, sent: HTMLFormElement) {
    const result = await postBody<{ readonly next: string }>(REQUEST, Object.fromEntries(values));
    // The server explains a refusal on a page, so the browser sends the form again and shows that page.
    if (result.kind === 'refused' && result.status < 500) return sendByBrowser(values, sent);
    if (result.kind !== 'ok') return tellFailure(result);
    dropDraft();
    sent.reset();
    const { pathname, search } = new URL(result.data.next);
    location.assign(pathname + search);
    return untilShownAgain();
  }

  return (
    <>
      <PageHead title={title} lead={lead} hour={0.55}>
        <p className="mt-5 max-w-[44ch]">
          {ask.account}{' '}
          <Link to={PAGES.yourData} className="text-link">
            {ask.accountLink}
          </Link>
        </p>
      </PageHead>
      <div className="page-width form-page">
        <div className="grid gap-10">
          <FormCard
            title={ask.title}
            lead={ask.lead}
            action={RIGHTS_API.ask}
            submit={ask.submit}
            form={asking}
          >
            <AddressField label={ask.email} hint={ask.hint} />
          </FormCard>
          <FormCard
            title={form.heading}
            lead={form.lead}
            action={REQUEST}
            submit={form.submit}
            form={request}
          >
            <DescribedField label={form.request} name="request">
              {(described) => (
                // Without `aria-invalid="false"`, Chromium reports the empty field to screen readers as invalid.
                <select
                  {...described}
                  aria-invalid={described['aria-invalid'] ?? false}
                  className="input"
                  required
                >
                  <option value="">{form.choose}</option>
                  {REQUESTS.map((request) => (
                    <option key={request}>{request}</option>
                  ))}
                </select>
              )}
            </DescribedField>
            <AddressField label={form.email} />
            <TextArea label={form.message} hint={form.hint} name="message" required rows={MESSAGE_ROWS} />
          </FormCard>
        </div>
        <section>
          <h2 className="text-title">{role}</h2>
          <p className="mt-2">{name}</p>
          <p>
            <a className="text-link" href={`mailto:${email}`}>
              {email}
            </a>
          </p>
          <p className="mt-2 text-soft">{officer.text}</p>
          <p className="mt-2 text-soft">{officer.authority}</p>
        </section>
      </div>
    </>
  );
}

type FormCardProps = {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly submit: string;
  readonly form: ReturnType<typeof useCheckedForm>;
  readonly children: ReactNode;
};

function FormCard({ title, lead, submit, children, ...form }: FormCardProps) {
  const id = useId();
  return (
    <section className="card p-card" aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <p className="mt-2 mb-5 text-soft">{lead}</p>
      <CheckedForm {...form} className="grid grid-cols-1 gap-5">
        {children}
        {/* Honeypot: only robots fill this field in. */}
        <div className="sr-only" aria-hidden="true">
          <input name="_gotcha" tabIndex={-1} autoComplete="off" aria-label={FORM_WORDS.trap} />
        </div>
        <div>
          <SubmitButton>{submit}</SubmitButton>
        </div>
      </CheckedForm>
    </section>
  );
}

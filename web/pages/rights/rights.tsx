import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { GRIEVANCE_OFFICER } from '#content/brand.ts';
import { FORM_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { REQUESTS, RIGHTS_WORDS } from '#content/rights.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS } from '#contract/limits.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { RIGHTS_API, RIGHTS_FORM } from '#contract/rights-paths.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export function meta() {
  const { pageTitle: title, pageDescription: description } = RIGHTS_WORDS;
  return pageMeta({ title, description, canonical: PAGES.rights });
}

/**
 * `/your-data`: the link to what is kept under an address, and the form for everything else. The browser sends both by
 * itself, and the server answers with pages, so neither needs a script, nor the parts of the forms that do.
 */
export default function Rights() {
  const { title, lead, ask, form, officer } = RIGHTS_WORDS;
  const { name, role, email } = GRIEVANCE_OFFICER;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.55} />
      <div className="page-width form-page">
        <div className="grid gap-10">
          <FormCard title={ask.title} lead={ask.lead} action={RIGHTS_API.ask} submit={ask.submit}>
            <EmailField label={ask.email} hint={ask.hint} />
          </FormCard>
          <FormCard
            title={form.heading}
            lead={form.lead}
            action={pathFor(FORMS_API.submit, RIGHTS_FORM)}
            submit={form.submit}
          >
            <Field label={form.request}>
              {(ids) => (
                <select {...ids} name="request" className="input" required>
                  <option value="">{form.choose}</option>
                  {REQUESTS.map((request) => (
                    <option key={request}>{request}</option>
                  ))}
                </select>
              )}
            </Field>
            <EmailField label={form.email} />
            <Field label={form.message} hint={form.hint}>
              {(ids) => (
                <textarea
                  {...ids}
                  name="message"
                  className="input"
                  dir="auto"
                  required
                  rows={MESSAGE_ROWS}
                  maxLength={MESSAGE_MAX_LENGTH}
                />
              )}
            </Field>
          </FormCard>
        </div>
        <div className="form-aside">
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
          <section>
            <h2 className="text-title">{officer.account}</h2>
            <p className="mt-2 text-soft">{ask.account}</p>
            <p className="mt-2">
              <Link to={PAGES.yourData} className="text-link">
                {ask.accountLink}
              </Link>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}

type FormCardProps = {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly submit: string;
  readonly children: ReactNode;
};

function FormCard({ title, lead, action, submit, children }: FormCardProps) {
  const id = useId();
  return (
    <section className="card postcard" aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <p className="mt-2 mb-5 text-soft">{lead}</p>
      <form method="post" action={action} className="message-form-fields">
        {children}
        {/* The trap for robots. */}
        <div className="message-form-trap" aria-hidden="true">
          <input name="_gotcha" tabIndex={-1} autoComplete="off" aria-label={FORM_WORDS.trap} />
        </div>
        <div>
          <Button type="submit" look="dawn">
            {submit}
          </Button>
        </div>
      </form>
    </section>
  );
}

function EmailField({ label, hint }: { readonly label: string; readonly hint?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          name="email"
          type="email"
          className="input"
          autoComplete="email"
          spellCheck={false}
          required
          maxLength={EMAIL_MAX_LENGTH}
        />
      )}
    </Field>
  );
}

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: (ids: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
};

function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint && `${id}-hint` })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

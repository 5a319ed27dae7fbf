import { Link } from 'react-router';
import { GRIEVANCE_OFFICER } from '#content/brand.ts';
import { FORM_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { REQUESTS, RIGHTS_WORDS } from '#content/rights.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS } from '#contract/limits.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { RIGHTS_API, RIGHTS_FORM } from '#contract/rights-paths.ts';
import { AsideNote } from '#web/features/forms/form-aside.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export function meta() {
  const { pageTitle: title, pageDescription: description } = RIGHTS_WORDS;
  return pageMeta({ title, description, canonical: PAGES.rights });
}

/**
 * `/your-data`: the link to what is kept under an address, and the form for everything else. The browser sends both by
 * itself, and the server answers with pages, so neither needs a script.
 */
export default function Rights() {
  const { title, lead, ask, form, officer } = RIGHTS_WORDS;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.55} />
      <div className="page-width form-page">
        <div className="grid gap-10">
          <section className="card postcard" aria-labelledby="ask-title">
            <h2 id="ask-title" className="text-title">
              {ask.title}
            </h2>
            <p className="mt-2 mb-5 text-soft">{ask.lead}</p>
            <form method="post" action={RIGHTS_API.ask} className="message-form-fields">
              <TextField
                label={ask.email}
                hint={ask.hint}
                name="email"
                type="email"
                autoComplete="email"
                spellCheck={false}
                required
                maxLength={EMAIL_MAX_LENGTH}
              />
              <Trap />
              <div>
                <Button type="submit" look="dawn">
                  {ask.submit}
                </Button>
              </div>
            </form>
            <p className="mt-4 text-small text-soft">
              {ask.account}{' '}
              <Link to={PAGES.yourData} className="text-link">
                {ask.accountLink}
              </Link>
              .
            </p>
          </section>
          <section className="card postcard" aria-labelledby="request-title">
            <h2 id="request-title" className="text-title">
              {form.heading}
            </h2>
            <p className="mt-2 mb-5 text-soft">{form.lead}</p>
            <form
              method="post"
              action={pathFor(FORMS_API.submit, RIGHTS_FORM)}
              className="message-form-fields"
            >
              <SelectField
                label={form.request}
                name="request"
                choose={form.choose}
                options={REQUESTS}
                required
              />
              <TextField
                label={form.email}
                name="email"
                type="email"
                autoComplete="email"
                spellCheck={false}
                required
                maxLength={EMAIL_MAX_LENGTH}
              />
              <TextArea
                label={form.message}
                hint={form.hint}
                name="message"
                required
                rows={MESSAGE_ROWS}
                maxLength={MESSAGE_MAX_LENGTH}
              />
              <Trap />
              <div>
                <Button type="submit" look="dawn">
                  {form.submit}
                </Button>
              </div>
            </form>
          </section>
        </div>
        <div className="form-aside">
          <AsideNote title={GRIEVANCE_OFFICER.role} text={officer.text}>
            <p className="mt-2">{GRIEVANCE_OFFICER.name}</p>
            <p>
              <a className="text-link" href={`mailto:${GRIEVANCE_OFFICER.email}`}>
                {GRIEVANCE_OFFICER.email}
              </a>
            </p>
            <p className="mt-2 text-soft">{officer.authority}</p>
          </AsideNote>
        </div>
      </div>
    </>
  );
}

/** For robots. */
function Trap() {
  return (
    <div className="message-form-trap" aria-hidden="true">
      <input name="_gotcha" tabIndex={-1} autoComplete="off" aria-label={FORM_WORDS.trap} />
    </div>
  );
}

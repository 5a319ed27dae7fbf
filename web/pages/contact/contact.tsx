import { CONTACT } from '#content/forms.ts';
import { PAGES } from '#contract/paths.ts';
import { LetterBox, Stamp } from '#web/features/forms/letter-pictures.tsx';
import { MessageForm } from '#web/features/forms/message-form.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export const meta = () => metaOf(PAGES.contact);

/** A form in the shape of a postcard, and the other ways to reach the company (spec §2). */
export default function Contact() {
  const words = CONTACT;
  return (
    <>
      <PageHead title={words.title} lead={words.lead} hour={0.72} picture={<LetterBox />} />
      <div className="page-width form-page">
        <section className="card postcard" aria-labelledby="contact-form-title">
          <div className="postcard-head">
            <h2 id="contact-form-title" className="text-title">
              {words.form.legend}
            </h2>
            <Stamp label={words.stamp} />
          </div>
          <MessageForm form="contact" words={words.form} payment={words.payment} />
        </section>
        <div className="form-aside">
          <section>
            <h2 className="text-title">{words.emailTitle}</h2>
            <p className="mt-2">
              <a className="text-link" href={`mailto:${words.email}`}>
                {words.email}
              </a>
            </p>
            <p className="mt-2 text-soft">{words.emailText}</p>
          </section>
          <section>
            <h2 className="text-title">{words.placeTitle}</h2>
            <address className="mt-2">{words.place.join(', ')}</address>
            <p className="mt-2 text-soft">{words.placeText}</p>
          </section>
          <section>
            <h2 className="text-title">{words.feedbackTitle}</h2>
            <p className="mt-2 text-soft">{words.feedbackText}</p>
            <p className="mt-2">
              <PageLink className="text-link" to={PAGES.feedback}>
                {words.feedbackLink}
              </PageLink>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}

import { CONTACT } from '#content/contact.ts';
import { PAGES } from '#content/page-paths.ts';
import { AsideNote } from '#features/forms/web/aside-note.tsx';
import { MessageForm } from '#features/forms/web/message-form.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { hasPage } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { LETTER_BOX, Stamp } from './letter-pictures.tsx';

export const meta = () => metaOf(PAGES.contact);

export default function Contact() {
  const words = CONTACT;
  return (
    <>
      <PageHead page={PAGES.contact} title={words.title} lead={words.lead} hour={0.72} drawing={LETTER_BOX} />
      <div className="page-width form-page">
        <section className="card p-card" aria-labelledby="contact-form-title">
          <div className="mb-5 flex items-start justify-between gap-[min(1rem,4vw)]">
            <h2 id="contact-form-title" className="text-title">
              {words.form.legend}
            </h2>
            <Stamp />
          </div>
          <MessageForm form="contact" words={words.form} payment={words.payment} />
        </section>
        <div className="grid content-start gap-9">
          <AsideNote title={words.emailTitle} text={words.emailText}>
            <p className="mt-2">
              <a className="text-link" href={`mailto:${words.email}`}>
                {words.email}
              </a>
            </p>
          </AsideNote>
          <AsideNote title={words.placeTitle} text={words.placeText}>
            <address className="mt-2 not-italic">{words.place}</address>
          </AsideNote>
          <AsideNote
            title={words.feedbackTitle}
            text={words.feedbackText}
            link={{ to: PAGES.feedback, label: words.feedbackLink }}
          />
          {hasPage(PAGES.rights) && (
            <AsideNote
              title={words.rightsTitle}
              text={words.rightsText}
              link={{ to: PAGES.rights, label: words.rightsLink }}
            />
          )}
        </div>
      </div>
    </>
  );
}

import { FEEDBACK } from '#content/feedback.ts';
import { PAGES } from '#content/page-paths.ts';
import { AsideNote } from '#features/forms/web/aside-note.tsx';
import { MessageForm } from '#features/forms/web/message-form.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { MEGAPHONE } from './roof-pictures.ts';

export const meta = () => metaOf(PAGES.feedback);

export default function Feedback() {
  const words = FEEDBACK;
  return (
    <>
      <PageHead page={PAGES.feedback} title={words.title} lead={words.lead} hour={0.7} drawing={MEGAPHONE} />
      <div className="page-width form-page lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <section className="card p-card lg:col-2 lg:row-1" aria-labelledby="feedback-form-title">
          <h2 id="feedback-form-title" className="mb-6 border-b-[0.3rem] border-saffron pb-3.5 text-title">
            {words.form.legend}
          </h2>
          <MessageForm form="feedback" words={words.form} />
        </section>
        <section className="grid content-start gap-9" aria-labelledby="prompts-title">
          <h2 id="prompts-title" className="text-title">
            {words.promptsTitle}
          </h2>
          <dl className="grid gap-5.5">
            {words.prompts.map(({ question, hint }) => (
              <div key={question} className="border-l-2 border-strong pl-4.5">
                <dt className="font-semibold">{question}</dt>
                <dd className="text-soft">{hint}</dd>
              </div>
            ))}
          </dl>
          <AsideNote
            title={words.contactTitle}
            text={words.contactText}
            link={{ to: PAGES.contact, label: words.contactLink }}
          />
        </section>
      </div>
    </>
  );
}

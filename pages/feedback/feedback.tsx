import { FEEDBACK } from '#content/feedback.ts';
import { PAGES } from '#content/page-paths.ts';
import { AsideNote } from '#features/forms/web/form-aside.tsx';
import { MessageForm } from '#features/forms/web/message-form.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkyDrawing } from '#web/ui/sky-drawing.tsx';
import { MEGAPHONE } from './roof-pictures.ts';

export const meta = () => metaOf(PAGES.feedback);

/** `/feedback`: the form, and questions as a starting point. */
export default function Feedback() {
  const words = FEEDBACK;
  return (
    <>
      <PageHead
        page={PAGES.feedback}
        title={words.title}
        lead={words.lead}
        hour={0.7}
        picture={<SkyDrawing paths={MEGAPHONE} />}
      />
      <div className="page-width form-page form-page-turned">
        <section className="card notepad" aria-labelledby="feedback-form-title">
          <h2 id="feedback-form-title" className="text-title">
            {words.form.legend}
          </h2>
          <MessageForm form="feedback" words={words.form} />
        </section>
        <section className="form-aside" aria-labelledby="prompts-title">
          <h2 id="prompts-title" className="text-title">
            {words.promptsTitle}
          </h2>
          <dl className="prompts">
            {words.prompts.map(({ question, hint }) => (
              <div key={question}>
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

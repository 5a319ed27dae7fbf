import { FEEDBACK } from '#content/forms.ts';
import { PAGES } from '#contract/paths.ts';
import { Megaphone } from '#web/features/forms/letter-pictures.tsx';
import { MessageForm } from '#web/features/forms/message-form.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = () => metaOf(PAGES.feedback);

/** A form, and three questions for who does not know where to begin (spec §2). */
export default function Feedback() {
  const words = FEEDBACK;
  return (
    <>
      <PageHead title={words.title} lead={words.lead} hour={0.7} picture={<Megaphone />} />
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
                <dt>{question}</dt>
                <dd className="text-soft">{hint}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}

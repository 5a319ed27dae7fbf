import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type MessageFormWords, THANKS_WORDS, type ThanksWords } from '#content/forms.ts';
import { PAGES } from '#contract/paths.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

type ThanksScreenProps = {
  readonly form: MessageFormWords;
  readonly words: ThanksWords;
  /** The page of the form. */
  readonly again: string;
  /** What stands on the horizon. */
  readonly picture: ReactNode;
  /** Beside the title of the card. */
  readonly ornament?: ReactNode;
};

/** Where a form leads that was sent without JavaScript (spec §2, decisions §5). With it, the form says the same itself. */
export function ThanksScreen({ form, words, again, picture, ornament }: ThanksScreenProps) {
  return (
    <>
      <PageHead title={form.success} lead={form.afterwards} hour={0.82} picture={picture} />
      <div className="page-width form-page">
        <section className="card postcard" aria-labelledby="thanks-steps-title">
          <div className="postcard-head">
            <h2 id="thanks-steps-title" className="text-title">
              {words.stepsTitle}
            </h2>
            {ornament}
          </div>
          <ol className="thanks-steps">
            {words.steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p className="text-soft">{text}</p>
              </li>
            ))}
          </ol>
          <p className="mt-8 flex flex-wrap gap-3">
            <Link className="button button-dawn" to={PAGES.home}>
              {THANKS_WORDS.home}
            </Link>
            <PageLink className="button button-quiet" to={again}>
              {form.again}
            </PageLink>
          </p>
        </section>
        <div className="form-aside">
          <Meanwhile
            title={THANKS_WORDS.storyTitle}
            text={THANKS_WORDS.storyText}
            link={THANKS_WORDS.story}
            to={PAGES.story}
          />
          <Meanwhile
            title={THANKS_WORDS.blogTitle}
            text={THANKS_WORDS.blogText}
            link={THANKS_WORDS.blog}
            to={PAGES.blog}
          />
        </div>
      </div>
    </>
  );
}

type MeanwhileProps = {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly to: string;
};

function Meanwhile({ title, text, link, to }: MeanwhileProps) {
  return (
    <section>
      <h2 className="text-title">{title}</h2>
      <p className="mt-2 text-soft">{text}</p>
      <p className="mt-2">
        <PageLink className="text-link" to={to}>
          {link}
        </PageLink>
      </p>
    </section>
  );
}

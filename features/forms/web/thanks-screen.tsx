import type { ReactNode } from 'react';
import { type MessageFormWords, THANKS_WORDS, type ThanksWords } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { Link, PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { AsideNote } from './aside-note.tsx';

/** The page is the same file for everybody, so CSS shows `direct` to a browser that opened it without having sent a message. */
function SentOrNot({ sent, direct }: { readonly sent: string; readonly direct: string }) {
  return (
    <>
      <span className="when-sent">{sent}</span>
      <span className="when-not-sent">{direct}</span>
    </>
  );
}

type ThanksScreenProps = {
  readonly form: MessageFormWords;
  readonly words: ThanksWords;
  readonly again: string;
  readonly picture: ReactNode;
  readonly ornament?: ReactNode;
};

/** The page shown after a form was sent without JavaScript (docs/product.md, "Forms"). */
export function ThanksScreen({ form, words, again, picture, ornament }: ThanksScreenProps) {
  return (
    <>
      <PageHead
        page={again}
        title={<SentOrNot sent={form.success} direct={THANKS_WORDS.direct.title} />}
        lead={<SentOrNot sent={form.afterwards} direct={THANKS_WORDS.direct.lead} />}
        hour={0.82}
        picture={picture}
      />
      <div className="page-width form-page">
        <section className="card p-card" aria-labelledby="thanks-steps-title">
          <div className="mb-5 flex items-start justify-between gap-[min(1rem,4vw)]">
            <h2 id="thanks-steps-title" className="text-title">
              {words.stepsTitle}
            </h2>
            {ornament}
          </div>
          <p
            id="reference"
            className="mb-5 empty:hidden"
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes the reference here, see features/forms/server/thanks-pages.ts.
            dangerouslySetInnerHTML={{ __html: '' }}
          />
          <ol className="thanks-steps grid gap-6">
            {words.steps.map(({ title, text }) => (
              <li key={title} className="relative pl-13">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-soft">{text}</p>
              </li>
            ))}
          </ol>
          <p className="mt-8 flex flex-wrap gap-3">
            <Link className="button button-dawn" to={PAGES.home}>
              {THANKS_WORDS.home}
            </Link>
            <PageLink className="button button-quiet" to={again}>
              <SentOrNot sent={form.again} direct={THANKS_WORDS.direct.again} />
            </PageLink>
          </p>
        </section>
        <div className="grid content-start gap-9">
          <AsideNote
            title={THANKS_WORDS.storyTitle}
            text={THANKS_WORDS.storyText}
            link={{ to: PAGES.story, label: THANKS_WORDS.story }}
          />
          <AsideNote
            title={THANKS_WORDS.blogTitle}
            text={THANKS_WORDS.blogText}
            link={{ to: PAGES.blog, label: THANKS_WORDS.blog }}
          />
        </div>
      </div>
    </>
  );
}

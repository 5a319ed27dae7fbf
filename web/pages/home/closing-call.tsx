import { Link } from 'react-router';
import { HOME } from '#content/home.ts';
import { PAGES } from '#contract/paths.ts';

/** The last word of the home screen, said in the brand's own speech bubble. */
export function ClosingCall() {
  const { title, text, button, note } = HOME.closing;
  return (
    <section className="page-width closing" aria-labelledby="closing-title">
      <div className="closing-bubble">
        <div className="closing-words">
          <h2 id="closing-title" className="text-heading">
            {title}
          </h2>
          <p className="mt-4 text-lead">{text}</p>
          <p className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Link to={`${PAGES.auth}?view=create`} className="button button-dawn">
              {button}
            </Link>
            <span>{note}</span>
          </p>
        </div>
        <svg viewBox="-220 -220 440 220" aria-hidden="true" className="closing-sun">
          <circle className="closing-ring" r="205" />
          <circle className="closing-ring" r="160" />
          <circle className="closing-disc" r="110" />
        </svg>
      </div>
    </section>
  );
}

import { ABOUT } from '#content/about.ts';
import { PAGES } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { SkyDrawing } from '#web/ui/horizon.tsx';
import { hasPage, Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { BRIDGE_OVER_RIVER, RoofsBeforeSunrise } from './about-pictures.tsx';

export const meta = () => metaOf(PAGES.about);

export default function About() {
  const { page, plainly } = ABOUT;
  return (
    <>
      <PageHead
        page={PAGES.about}
        title={page.title}
        lead={page.lead}
        hour={0.3}
        picture={<SkyDrawing paths={BRIDGE_OVER_RIVER} />}
      />
      <Statement />
      <RoofsBeforeSunrise />
      <Beliefs />
      <div className="page-width two-columns section-space">
        {plainly.map(({ title, text }) => (
          <section key={title}>
            <h2 className="text-heading">{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="mt-4">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
      <Onward />
    </>
  );
}

function Statement() {
  const { statement, statementText, facts } = ABOUT;
  return (
    <div className="page-width two-columns-reversed section-space">
      <div>
        <p className="as-heading max-w-[17ch] text-page">{statement}</p>
        {statementText.map((paragraph) => (
          <p key={paragraph} className="mt-5 text-lead text-soft measure">
            {paragraph}
          </p>
        ))}
      </div>
      <section aria-labelledby="facts-title">
        <h2 id="facts-title" className="first-light text-title">
          {facts.title}
        </h2>
        <dl className="mt-5">
          {facts.list.map(({ term, value, email }) => (
            <div key={term} className="border-t border-line py-3">
              <dt className="text-small text-soft">{term}</dt>
              <dd className="font-medium">
                {email ? (
                  <a href={`mailto:${value}`} className="text-link">
                    {value}
                  </a>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Beliefs() {
  const { title, lead, list } = ABOUT.beliefs;
  return (
    <section className="by-night section-space bg-(--roof-near)" aria-labelledby="beliefs-title">
      <div className="page-width">
        <h2 id="beliefs-title" className="text-heading max-w-[20ch]">
          {title}
        </h2>
        <p className="mt-4 text-lead">{lead}</p>
        <ul className="mt-10">
          {list.map((belief) => (
            <li key={belief.title} className="two-columns gap-y-3 border-t border-strong py-6">
              <h3 className="text-heading">{belief.title}</h3>
              <p className="measure">{belief.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Onward() {
  const { title } = ABOUT.onward;
  const links = ABOUT.onward.links.filter(({ to }) => hasPage(PAGES[to]));
  if (links.length === 0) return null;
  return (
    <nav className="page-width section-end" aria-labelledby="onward-title">
      <h2 id="onward-title" className="text-title">
        {title}
      </h2>
      <ul className="mt-5">
        {links.map(({ to, label, text }) => (
          <li key={to}>
            <Link to={PAGES[to]} className="two-columns ruled group no-underline">
              <span className="as-heading text-heading group-hover:text-peacock">{label}</span>
              <span className="text-soft">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

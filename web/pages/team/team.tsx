import { TEAM } from '#content/team.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { BareKite } from './kite.tsx';
import { KitesOverRoofs } from './kites-over-roofs.tsx';
import { TeamBlock } from './team-block.tsx';

export const meta = () => metaOf(PAGES.team);

/** The six members, how they work, and an honest word on joining (spec §1). */
export default function Team() {
  const { page, work, join } = TEAM;
  return (
    <>
      <PageHead title={page.title} lead={page.lead} hour={0.42} picture={<KitesOverRoofs />} />
      <TeamBlock />
      <section className="page-width work" aria-labelledby="work-title">
        <div>
          <h2 id="work-title" className="text-heading">
            {work.title}
          </h2>
          <p className="mt-4 text-lead text-soft">{work.lead}</p>
        </div>
        <dl className="work-habits">
          {work.habits.map(({ title, text }) => (
            <div key={title} className="work-habit">
              <dt className="text-title">{title}</dt>
              <dd className="mt-2 text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="page-width seventh" aria-labelledby="join-title">
        <div>
          <h2 id="join-title" className="text-heading">
            {join.title}
          </h2>
          <BareKite />
        </div>
        <div className="measure">
          {join.text.map((paragraph) => (
            <p key={paragraph} className="mb-4 text-lead">
              {paragraph}
            </p>
          ))}
          <p className="mt-7">
            <PageLink to={PAGES.contact} className="button button-dawn">
              {join.link}
            </PageLink>
          </p>
        </div>
      </section>
    </>
  );
}

import { PAGES } from '#content/page-paths.ts';
import { TEAM } from '#content/team.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { BareKite } from './kite.tsx';
import { KitesOverRoofs } from './kites-over-roofs.tsx';
import { TeamBlock } from './team-block.tsx';

export const meta = () => metaOf(PAGES.team);

export default function Team() {
  const { page, work, join } = TEAM;
  return (
    <>
      <PageHead
        page={PAGES.team}
        title={page.title}
        lead={page.lead}
        hour={0.42}
        picture={<KitesOverRoofs />}
      />
      <TeamBlock />
      <section className="page-width two-columns section-space" aria-labelledby="work-title">
        <div>
          <SectionHead id="work-title" title={work.title} lead={work.lead} plain />
        </div>
        <dl>
          {work.habits.map(({ title, text }) => (
            <div key={title} className="two-columns ruled">
              <dt className="as-heading text-title">{title}</dt>
              <dd className="text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="page-width two-columns section-space" aria-labelledby="join-title">
        <div>
          <SectionHead id="join-title" title={join.title} plain />
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

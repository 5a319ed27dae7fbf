import { PAGES } from '#content/page-paths.ts';
import { memberId, TEAM } from '#content/team.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Kite } from './kite.tsx';

/** Renders nothing without members. `brief` is the version for the home screen, with a link to the team page. */
export function TeamBlock({ brief = false }: { readonly brief?: boolean }) {
  const { title, lead, link } = TEAM.block;
  if (TEAM.members.length === 0) return null;
  return (
    <section
      className={`page-width section-space ${brief ? 'lazy-layout [--height-ahead:90rem]' : ''}`}
      aria-labelledby="team-title"
    >
      <SectionHead id="team-title" title={title} lead={lead} className="max-w-136">
        {brief && (
          <p className="mt-5">
            <PageLink to={PAGES.team} className="text-link">
              {link}
            </PageLink>
          </p>
        )}
      </SectionHead>
      <ul className="cards gap-x-12 gap-y-10">
        {TEAM.members.map(({ name, role, description, icon }) => (
          <li key={name} className="member relative pl-[min(5.25rem,22vw)]">
            <Kite pattern={icon} />
            <h3 id={brief ? undefined : memberId(name)} className="text-title">
              {name}
            </h3>
            <p className="mt-1 font-semibold text-peacock">{role}</p>
            <p className="mt-2 text-soft">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { TEAM } from '#content/team.ts';
import { PAGES } from '#contract/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { Kite } from './kite.tsx';

/** The six members, each on the string of their own kite (spec §1). `brief`: on the home screen, with the way to the page. */
export function TeamBlock({ brief = false }: { readonly brief?: boolean }) {
  const { title, lead, link } = TEAM.block;
  return (
    <section className="page-width team" aria-labelledby="team-title">
      <div className="team-head">
        <h2 id="team-title" className="first-light text-heading">
          {title}
        </h2>
        <p className="mt-4 text-lead text-soft">{lead}</p>
        {brief && (
          <p className="mt-5">
            <PageLink to={PAGES.team} className="text-link">
              {link}
            </PageLink>
          </p>
        )}
      </div>
      <ul className="members">
        {TEAM.members.map(({ name, role, description, icon }) => (
          <li key={name} className="member">
            <Kite pattern={icon} />
            <h3 className="text-title">{name}</h3>
            <p className="member-role">{role}</p>
            <p className="mt-2 text-soft">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

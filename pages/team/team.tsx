import { PAGES } from '#content/page-paths.ts';
import { TEAM } from '#content/team.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { BareKite, KiteShape } from './kite.tsx';
import { TeamBlock } from './team-block.tsx';

export const meta = () => metaOf(PAGES.team);

export default function Team() {
  const { page, work, join } = TEAM;
  return (
    <>
      <PageHead page={PAGES.team} {...page} hour={0.42} picture={<KitesOverRoofs />} />
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

/** The places of the kites of the first six members in the picture. */
const PLACES = [
  'translate(742 44) rotate(-12) scale(0.9)',
  'translate(860 128) rotate(14) scale(0.75)',
  'translate(936 -34) rotate(8) scale(0.95)',
  'translate(1052 76) rotate(-16) scale(1.05)',
  'translate(1140 -12) rotate(12) scale(0.8)',
  'translate(1176 132) rotate(-8) scale(0.65)',
] as const;

function KitesOverRoofs() {
  return (
    <>
      {TEAM.members.length > 0 && (
        <path
          fill="none"
          stroke="var(--head-thread)"
          opacity="0.7"
          d="M744 72Q770 180 812 252M858 148Q846 210 824 252M938-6Q936 140 908 238M1050 106Q1030 180 1006 244M1138 12Q1120 150 1084 236M1175 150Q1160 210 1130 250"
        />
      )}
      <path
        className="sky-shape"
        d="M716 300v-34h52v-14h88v14h18v-28h70v38h30v-32h72v-8h96v14h60v20h44v30ZM776 252v-12h20v12ZM1060 236v-22h5v-5h22v5h5v22Z"
      />
      <path className="sky-light" d="M792 266h12v15h-12ZM900 254h11v14h-11ZM1104 262h12v15h-12Z" />
      {PLACES.map((place, index) => {
        const member = TEAM.members[index];
        return (
          member && (
            <g key={place} transform={place}>
              <KiteShape pattern={member.icon} />
            </g>
          )
        );
      })}
    </>
  );
}

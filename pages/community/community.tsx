import { type LucideIcon, MessagesSquare, Sprout, Waypoints } from 'lucide-react';
import { type BenefitIcon, COMMUNITY } from '#content/community.ts';
import { PAGES } from '#content/page-paths.ts';
import { CONTROL_WORDS } from '#content/shell.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Boat, ThreeBoats } from './boats.tsx';

export const meta = () => metaOf(PAGES.community);

const BENEFIT_ICONS: Record<BenefitIcon, LucideIcon> = {
  talk: MessagesSquare,
  ties: Waypoints,
  sprout: Sprout,
};

export default function Community() {
  const { page } = COMMUNITY;
  return (
    <>
      <PageHead
        page={PAGES.community}
        title={page.title}
        lead={page.lead}
        hour={0.62}
        picture={<ThreeBoats />}
      >
        {Backdrop && <Backdrop />}
      </PageHead>
      <Join />
      <div className="page-width two-columns-reversed section-end">
        <Benefits />
        <Rules />
      </div>
      <NextStep {...COMMUNITY.next} />
    </>
  );
}

/** On screens between phone and desktop width, the text is beside its boat. */
const BESIDE_BOAT = 'sm:max-lg:grid sm:max-lg:grid-cols-[15rem_1fr]';

/** On wide screens, the titles, texts and buttons of all cards (“boats”) are aligned in rows. */
const IN_LINES = 'lg:row-span-5 lg:grid lg:grid-rows-subgrid lg:justify-items-start';

function Join() {
  const { title, lead, cards, note } = COMMUNITY.join;
  return (
    <section className="page-width section-space" aria-labelledby="join-title">
      <SectionHead id="join-title" title={title} />
      <p className="mt-4 text-lead text-soft measure">{lead}</p>
      <ul className="mt-10 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-3 lg:gap-y-0">
        {cards.map((card, index) => (
          <li key={card.icon} className={`${BESIDE_BOAT} ${IN_LINES}`}>
            <Boat icon={card.icon} index={index} />
            <h3 className="text-title">{card.title}</h3>
            <p className="mt-2">{card.description}</p>
            <p className="mt-3 text-small text-soft">{card.pace}</p>
            <p className="mt-5">
              <a href={card.href} className="button button-quiet" target="_blank" rel="noopener noreferrer">
                {card.button}
                <span className="sr-only">{` ${CONTROL_WORDS.newTab}`}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-10 text-small text-soft measure">{note}</p>
    </section>
  );
}

function Benefits() {
  const { title, lead, cards } = COMMUNITY.benefits;
  return (
    <section aria-labelledby="benefits-title">
      <SectionHead id="benefits-title" title={title} lead={lead} plain />
      <ul className="mt-8">
        {cards.map((card) => {
          const Icon = BENEFIT_ICONS[card.icon];
          return (
            <li key={card.title} className="grid grid-cols-[min(3.5rem,15vw)_1fr] items-start ruled">
              <Icon aria-hidden="true" size={34} strokeWidth={1.4} className="mt-1 text-peacock" />
              <div>
                <h3 className="text-heading">{card.title}</h3>
                <p className="mt-2 text-soft measure">{card.description}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Rules() {
  const { title, lead, list } = COMMUNITY.rules;
  return (
    <section
      className="self-end rounded-(--radius) rounded-es-sm bg-wash p-6 lg:p-12"
      aria-labelledby="rules-title"
    >
      <h2 id="rules-title" className="text-title">
        {title}
      </h2>
      <ol className="mt-4">
        {list.map((rule) => (
          <li key={rule} className="border-t border-strong py-3">
            {rule}
          </li>
        ))}
      </ol>
      <p className="mt-5 text-small">{lead}</p>
    </section>
  );
}

import { type LucideIcon, MessagesSquare, Sprout, Waypoints } from 'lucide-react';
import type { SocialLinkId } from '#content/brand.ts';
import { type BenefitIcon, COMMUNITY } from '#content/community.ts';
import { PAGES } from '#content/page-paths.ts';
import { CONTROL_WORDS } from '#content/shell.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { SocialIcon } from '#web/ui/social-icon.tsx';

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
      <PageHead page={PAGES.community} {...page} hour={0.62} picture={<ThreeBoats />}>
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

/** Between phone and desktop width, the text is beside its boat. */
const BESIDE_BOAT = 'sm:max-lg:grid sm:max-lg:grid-cols-[15rem_1fr]';

/** On wide screens, the parts of all cards are aligned in rows. */
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

function ThreeBoats() {
  return (
    <>
      <path fill="var(--water-high)" d="M-400 268H2000V340H-400Z" />
      <path
        fill="none"
        stroke="var(--cream)"
        strokeWidth="2"
        strokeLinecap="round"
        d="M590 276h84M700 284h46M760 274h36M900 280h70M1010 288h110M980 274h44M1160 282h52M1240 276h92M1300 288h60M640 290h60M830 290h40"
      />
      <g fill="var(--hill-near)">
        <path d="M676 272q44 8 98-2l-9 13q-5 5-14 5h-48q-12 0-18-7ZM722 270v-70h4v70ZM731 205q34 22 30 60l-30 2Z" />
        <path d="M868 266q56 10 122-3l-11 17q-6 6-16 6h-62q-14 0-22-9ZM924 264v-96h5v96ZM935 174q44 30 40 84l-40 2Z" />
        <path d="M1086 274q40 7 88-2l-8 12q-5 5-12 5h-44q-10 0-16-6ZM1126 272v-62h4v62ZM1134 215q30 20 27 53l-27 2Z" />
      </g>
    </>
  );
}

/** The decorative boats: one above the other on phones, and side by side at different heights on wide screens. */
const BOATS = [
  { sail: 'var(--cream)', place: 'lg:mt-14' },
  { sail: 'var(--sun-set)', place: 'max-sm:mx-auto lg:mt-6' },
  { sail: 'var(--kite-rose)', place: 'max-sm:ml-auto' },
] as const;

type BoatProps = { readonly icon: SocialLinkId; readonly index: number };

/** A decorative boat, whose sail has the icon of a social network. */
function Boat({ icon, index }: BoatProps) {
  const { sail, place } = BOATS[index % BOATS.length] ?? BOATS[0];
  return (
    <svg
      viewBox="0 0 240 190"
      aria-hidden="true"
      className={`mb-5 w-52 max-w-full sm:max-lg:row-span-4 sm:max-lg:self-end ${place}`}
      fill="none"
      stroke="var(--ink-soft)"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d="M124 6V150" />
      <path fill={sail} strokeWidth="1" d="M74 18Q128 6 180 22Q192 70 178 116Q126 106 76 116Q66 66 74 18Z" />
      <path d="M70 16L184 22M72 117L184 117M184 117L214 140" />
      <g color="var(--kite-spar)" transform="translate(86 26) scale(3.4)">
        <SocialIcon id={icon} />
      </g>
      <path
        fill="var(--mark-bubble)"
        stroke="none"
        d="M22 132Q70 152 124 151Q184 150 224 126Q214 158 190 168Q120 182 58 170Q32 160 22 132Z"
      />
      <path stroke="var(--sun)" strokeWidth="3" d="M34 146Q74 162 124 161Q182 160 214 141" />
      <path
        stroke="var(--peacock)"
        d="M0 176q20-9 40 0t40 0 40 0 40 0 40 0 40 0M20 187q20-8 40 0t40 0 40 0 40 0 40 0"
      />
    </svg>
  );
}

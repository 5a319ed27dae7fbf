import type { SocialLinkId } from '#content/brand.ts';
import { SocialIcon } from '#web/ui/social-icon.tsx';

/** Three sailing boats, to be drawn inside `Horizon`. */
export function ThreeBoats() {
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

/** The sail and position of each boat: stacked on phones, side by side at different heights on wide screens. */
const BOATS = [
  { sail: 'var(--cream)', place: 'lg:mt-14' },
  { sail: 'var(--sun-set)', place: 'max-sm:mx-auto lg:mt-6' },
  { sail: 'var(--kite-rose)', place: 'max-sm:ml-auto' },
] as const;

type BoatProps = { readonly icon: SocialLinkId; readonly index: number };

/** A boat with a social network's icon on its sail. Decorative. */
export function Boat({ icon, index }: BoatProps) {
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

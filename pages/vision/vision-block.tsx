import {
  BugOff,
  Globe,
  HeartHandshake,
  IndianRupee,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  ShieldCheck,
  Telescope,
} from 'lucide-react';
import { PAGES } from '#content/page-paths.ts';
import { VISION, type VisionIcon } from '#content/vision.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

/** The places of the stars in a box of 900 × 190. Each star is at the left edge of its promise's card. */
const STARS = [112, 66, 36, 96, 118, 158, 128, 50].map((y, index) => ({ x: index * 100, y }));

const LINE = `M${STARS.map(({ x, y }) => `${x} ${y}`).join('L')}`;
const THREADS = STARS.map(({ x, y }, index) => `M${x} ${y}V${index % 2 === 0 ? 0 : 190}`).join('');
const RAYS = STARS.map(({ x, y }, index) => star(x, y, index % 3 === 0 ? 15 : 11)).join('');

const DUST =
  'M40 28h0M148 20h0M262 150h0M310 24h0M352 128h0M452 40h0M548 84h0M566 14h0M642 40h0M660 172h0M752 30h0M788 116h0M846 64h0M884 12h0M872 150h0M30 168h0M-12 230h0M44 262h0M12 300h0M820 -40h0M872 -84h0M838 -128h0M60 330h0';

/** The promises as a constellation. `brief` is the version for the home screen, with a link to the vision page. */
export function VisionBlock({ brief = false }: { readonly brief?: boolean }) {
  const { title, lead, more, promises } = VISION;
  return (
    <section
      className={`vision by-night section-space relative pb-40 ${brief ? 'lazy-layout' : ''}`}
      aria-labelledby="vision-title"
    >
      <div className="page-width">
        <div className="two-columns">
          <SectionHead id="vision-title" title={title} plain />
          <p className="text-lead text-soft">{lead}</p>
        </div>
        <div className="mt-10 xl:mt-14 xl:grid xl:grid-cols-9">
          <svg
            viewBox="0 0 900 190"
            aria-hidden="true"
            className="screen-only col-span-full row-start-2 hidden w-full overflow-visible xl:block forced-colors:hidden"
            fill="none"
            stroke="var(--cream)"
            strokeWidth="1.5"
            strokeLinecap="round"
          >
            <path opacity="0.45" d={DUST} />
            <path stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" d={THREADS} />
            <path opacity="0.75" vectorEffect="non-scaling-stroke" d={LINE} />
            <path fill="var(--sun)" stroke="none" d={RAYS} />
          </svg>
          <ol className="vision-promises max-w-160 xl:contents">
            {promises.map((promise) => {
              const Icon = VISION_ICONS[promise.icon];
              return (
                <li key={promise.title}>
                  <Icon
                    aria-hidden="true"
                    size="1.375rem"
                    strokeWidth={1.6}
                    className="float-right mb-2 ml-3 text-marigold xl:float-none xl:ml-0"
                  />
                  <h3 className="text-lead">{promise.title}</h3>
                  <p className="mt-2 leading-normal text-soft">{promise.content}</p>
                </li>
              );
            })}
          </ol>
        </div>
        {brief && (
          <p className="mt-10">
            <PageLink to={PAGES.vision} className="text-link">
              {more}
            </PageLink>
          </p>
        )}
      </div>
      {/* The curve has the colour of the next section, so that the dark section has no straight edge. */}
      <svg
        viewBox="0 0 1440 120"
        aria-hidden="true"
        className="screen-only absolute inset-x-0 -bottom-px h-[clamp(4rem,8vw,8rem)] w-full forced-colors:hidden"
        preserveAspectRatio="none"
      >
        <path fill="var(--ground-raised)" d="M0 74C180 18 330 30 520 62s330 34 520-2 300-44 400-20v80H0Z" />
        <path fill="var(--ground)" d="M0 104C220 60 420 58 640 88s420 26 800-22v54H0Z" />
      </svg>
    </section>
  );
}

/** A star with four points. `size` is the distance from its centre to each point. */
function star(x: number, y: number, size: number): string {
  return `M${x} ${y - size}q0 ${size} ${size} ${size}q-${size} 0-${size} ${size}q0-${size}-${size}-${size}q${size} 0 ${size}-${size}z`;
}

export const VISION_ICONS: Record<VisionIcon, LucideIcon> = {
  hands: HeartHandshake,
  shield: ShieldCheck,
  place: MapPin,
  rupee: IndianRupee,
  bug: BugOff,
  globe: Globe,
  lock: LockKeyhole,
  telescope: Telescope,
};

import { PAGES } from '#content/page-paths.ts';
import { type Reason, WHY_US } from '#content/why-us.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Sun } from '#web/ui/sun.tsx';

export function WhyUsBlock() {
  const { title, lead, reasons } = WHY_US;
  return (
    <section className="page-width two-columns section-space lazy-layout" aria-labelledby="why-title">
      <SectionHead id="why-title" title={title} lead={lead} className="lg:sticky lg:top-28 lg:self-start">
        <Glass />
      </SectionHead>
      <ul>
        {reasons.map((reason: Reason) => (
          <li key={reason.title} className="two-columns ruled">
            <h3 className="text-title">{reason.title}</h3>
            <div>
              <p>{reason.content}</p>
              <p className="mt-2 text-soft">
                <Check {...reason.check} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Check({ label, page }: Reason['check']) {
  if (page === undefined) return label;
  return (
    <PageLink to={PAGES[page]} className="text-link">
      {label}
    </PageLink>
  );
}

/** A magnifying glass over the horizon, beside the reasons on wide screens. Decorative. */
function Glass() {
  return (
    <svg
      viewBox="0 0 320 260"
      aria-hidden="true"
      className="screen-only mt-9 -ml-7 hidden w-[64%] overflow-visible lg:block forced-colors:hidden"
      fill="none"
      stroke="var(--ink)"
      strokeLinecap="round"
    >
      <path
        stroke="var(--line-strong)"
        strokeWidth="2"
        d="M0 172H36M232 172H320M8 188H46M222 188H296M30 204H60"
      />
      <path strokeWidth="17" d="M200 196 262 248" />
      <clipPath id="why-lens">
        <circle cx="134" cy="124" r="96" />
      </clipPath>
      <g clipPath="url(#why-lens)" stroke="none">
        <path fill="var(--scene-sky-low)" d="M0 0H320V260H0Z" />
        <Sun x={134} y={172} radius={58} />
        <path fill="var(--bank-near)" d="M0 172H320V260H0Z" />
        <path stroke="var(--sun)" strokeWidth="3" d="M92 184h84M108 196h52M120 208h30" />
      </g>
      <circle strokeWidth="7" cx="134" cy="124" r="96" />
    </svg>
  );
}

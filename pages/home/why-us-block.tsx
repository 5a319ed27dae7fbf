import { PAGES } from '#content/page-paths.ts';
import { type Reason, WHY_US } from '#content/why-us.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

/** The reasons to choose us, each with a way to check it. */
export function WhyUsBlock() {
  const { title, lead, reasons } = WHY_US;
  return (
    <section className="page-width why" aria-labelledby="why-title">
      <SectionHead id="why-title" title={title} lead={lead} className="why-head">
        <Glass />
      </SectionHead>
      <ul className="why-reasons">
        {reasons.map((reason: Reason) => (
          <li key={reason.title}>
            <h3>{reason.title}</h3>
            <div>
              <p>{reason.content}</p>
              <p className="why-check">
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

/** A magnifying glass over the horizon. Decorative. */
function Glass() {
  return (
    <svg viewBox="0 0 320 260" aria-hidden="true" className="why-glass">
      <path className="why-ground" d="M0 172H36M232 172H320M8 188H46M222 188H296M30 204H60" />
      <path className="why-handle" d="M200 196 262 248" />
      <clipPath id="why-lens">
        <circle cx="134" cy="124" r="96" />
      </clipPath>
      <g clipPath="url(#why-lens)">
        <path className="why-sky" d="M0 0H320V260H0Z" />
        <circle className="why-halo" cx="134" cy="172" r="84" />
        <circle className="why-halo" cx="134" cy="172" r="108" />
        <circle className="fill-marigold" cx="134" cy="172" r="58" />
        <path className="why-water" d="M0 172H320V260H0Z" />
        <path className="why-glints" d="M92 184h84M108 196h52M120 208h30" />
      </g>
      <circle className="why-rim" cx="134" cy="124" r="96" />
    </svg>
  );
}

import { Link } from 'react-router';
import { FEATURES_PAGE, type Item } from '#content/features-page.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { hasPage } from '#web/ui/has-page.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { FeaturesBlock } from './features-block.tsx';

export const meta = () => metaOf(PAGES.features);

/** `/features`: the six features, and a horizon that parts what works today from what is coming. */
export default function Features() {
  const { title, lead, horizon } = FEATURES_PAGE;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.66} picture={<HalfBridge />} />
      <FeaturesBlock />
      <section className="page-width parted" aria-labelledby="parted-title">
        <h2 id="parted-title" className="first-light text-heading">
          {horizon.title}
        </h2>
        <p className="mt-4 measure text-lead text-soft">{horizon.lead}</p>
        <div className="parted-sky">
          <h3 className="text-title">{horizon.today.title}</h3>
          <Items items={horizon.today.items} />
          <svg viewBox="-120 -120 240 120" aria-hidden="true" className="parted-sun">
            <circle className="parted-ring" r="116" />
            <circle className="parted-ring" r="90" />
            <circle r="62" />
          </svg>
        </div>
        <div className="parted-water">
          <h3 className="text-title">{horizon.coming.title}</h3>
          <Items items={horizon.coming.items} />
        </div>
      </section>
    </>
  );
}

function Items({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul className="parted-items">
      {items.map(({ title, text, page }) => (
        <li key={title}>
          <h4>
            {page && hasPage(PAGES[page]) ? (
              <Link to={PAGES[page]} className="text-link">
                {title}
              </Link>
            ) : (
              title
            )}
          </h4>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** A hanging bridge from one bank: the first spans carry, the last ones are still rope. */
function HalfBridge() {
  return (
    <>
      <path className="sky-shape" d="M560 300v-34h96l26 34ZM1150 300l22-26h108v26Z" />
      <path
        className="sky-line"
        d="M640 268h300M700 268V150M716 268V150M694 172h28M694 204h28M1010 300V150M1026 300V150M1004 172h28M600 266C640 240 680 190 708 152 760 250 950 250 1018 152M760 212v56M800 228v40M840 234v34M880 232v36M920 222v46"
      />
      <path
        className="sky-thread"
        d="M940 268h36M992 268h10M1018 152c40 56 90 100 140 126M1060 206v24M1100 244v16"
      />
    </>
  );
}

import { Braces, Building2, ChartColumn, type LucideIcon, Plug, Sparkles, Vault } from 'lucide-react';
import { FEATURES, type FeatureIcon, type FeaturePicture } from '#content/feature-cards.ts';
import { PAGES } from '#content/page-paths.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { FeaturePictureView } from './feature-picture.tsx';

const GROUNDS: Partial<Record<FeaturePicture, string>> = {
  talk: 'by-night',
  door: 'bg-wash',
  code: 'bg-sunk',
};

/** The features as tiles of different sizes. `brief`: on the home screen, with a link to the features page. */
export function FeaturesBlock({ brief = false }: { readonly brief?: boolean }) {
  const { title, lead, more, features } = FEATURES;
  return (
    <section
      className={`page-width section-space ${brief ? 'lazy-layout' : ''}`}
      aria-labelledby="features-title"
    >
      <SectionHead id="features-title" title={title} lead={lead} className="max-w-160" />
      <ul className="cards">
        {features.map((feature) => {
          const Icon = FEATURE_ICONS[feature.icon];
          return (
            <li
              key={feature.title}
              className={`card feature overflow-hidden p-6 feature-${feature.picture} ${GROUNDS[feature.picture] ?? ''}`}
            >
              <div>
                <h3 className="flex gap-3 text-title">
                  <Icon
                    aria-hidden="true"
                    size="1.5rem"
                    strokeWidth={1.6}
                    className="flex-none text-peacock"
                  />
                  {feature.title}
                </h3>
                <p className="mt-2 text-soft">{feature.description}</p>
              </div>
              <FeaturePictureView picture={feature.picture} />
            </li>
          );
        })}
      </ul>
      {brief && (
        <p className="mt-8">
          <PageLink to={PAGES.features} className="text-link">
            {more}
          </PageLink>
        </p>
      )}
    </section>
  );
}

const FEATURE_ICONS: Record<FeatureIcon, LucideIcon> = {
  spark: Sparkles,
  building: Building2,
  vault: Vault,
  chart: ChartColumn,
  plug: Plug,
  braces: Braces,
};

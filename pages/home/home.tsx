import type { LinksFunction } from 'react-router';
import { BRAND, SOCIAL_LINKS } from '#content/brand.ts';
import { HOME } from '#content/home.ts';
import { LAUNCH_FIELD_ID, PAGES, SIGN_UP_PATH } from '#content/page-paths.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { filled } from '#contract/page-errors.ts';
import { siteAddress } from '#web/shell/page-address.ts';
import { metaOf, type StructuredData } from '#web/shell/page-meta.ts';
import { CallToAction } from '#web/slots/call-to-action.tsx';
import { HeroDemo } from '#web/slots/hero-demo.ts';
import { Closing } from '#web/ui/closing.tsx';
import { DawnScene } from '#web/ui/dawn-scene.tsx';
import { hasPage, Link, PageLink } from '#web/ui/link.tsx';
import { StaticBlocks } from './static-blocks.tsx';

export const meta = () => metaOf(PAGES.home, { data: [organization(), webSite()] });

/** Paints the page as soon as the hero is parsed. Before that, its picture would move on a slow phone while the words arrive. */
export const links: LinksFunction = () => [{ rel: 'expect', href: '#hero-end', blocking: 'render' }];

export default function Home() {
  const { eyebrow, title, lead, tryButton, storyButton, note, free, ask, caption } = HOME.hero;
  const plan = import.meta.env.FREE_PLAN;
  return (
    <>
      <section className="hero" aria-labelledby="hero-title">
        <div className="hero-picture relative isolate">
          <DawnScene />
          <div className="page-width hero-words">
            <p className="eyebrow">{eyebrow}</p>
            <h1 id="hero-title" className="max-w-[12ch] text-display">
              {title}
            </h1>
            {/* Without `text-pretty`, a line ends on phones beside a star of the picture, which looks like a full stop. */}
            <p className="mt-5 max-w-[44ch] text-lead max-sm:text-pretty">{lead}</p>
            <CallToAction lead={ask} />
            <div className="mt-7 flex flex-wrap items-center gap-3">
              <PageLink to={PAGES.comingSoon} className="button button-quiet">
                {tryButton}
              </PageLink>
              <PageLink to={PAGES.story} className="button button-quiet">
                {storyButton}
              </PageLink>
              <p className="text-soft">{note}</p>
              {plan !== '' && (
                <p className="basis-full">
                  <PageLink to={PAGES.pricing} className="text-link">
                    {filled(free, { name: plan })}
                  </PageLink>
                </p>
              )}
            </div>
          </div>
          {HeroDemo && (
            <div className="page-width hero-sketch pt-7 xl:pt-0">
              <HeroDemo />
            </div>
          )}
        </div>
        <p id="hero-end" className="page-width mt-3 text-small text-soft">
          {caption}
        </p>
      </section>
      <StaticBlocks />
      <ClosingCall />
    </>
  );
}

declare global {
  interface ImportMetaEnv {
    /** The name of the plan that costs nothing; empty if there is none (see vite.config.ts). */
    readonly FREE_PLAN: string;
  }
}

/** `data-account` of `<html>` selects the version for visitors or for signed-in people. */
function ClosingCall() {
  const { title, text, button, note, onlyEmail, contact, signedIn } = HOME.closing;
  return (
    <Closing
      id="closing-title"
      title={
        <>
          <span className="when-out">{title}</span>
          <span className="when-in">{signedIn.title}</span>
        </>
      }
    >
      <div className="when-out">
        <p className="mt-4 text-lead">{text}</p>
        <p className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link to={SIGN_UP_PATH} className="button button-dawn">
            {button}
          </Link>
          <span>{note}</span>
        </p>
        {hasPage(PAGES.launchList) && (
          <p className="mt-4">
            <a href={`#${LAUNCH_FIELD_ID}`} className="text-link">
              {onlyEmail}
            </a>
          </p>
        )}
      </div>
      <div className="when-in">
        <p className="mt-4 text-lead">{signedIn.text}</p>
        <p className="mt-7">
          <Link to={PAGES.profile} className="button button-dawn">
            {signedIn.button}
          </Link>
        </p>
      </div>
      <p className="mt-4">
        <PageLink to={PAGES.contact} className="text-link">
          {contact}
        </PageLink>
      </p>
    </Closing>
  );
}

function organization(): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': siteAddress('/#organization'),
    name: BRAND.company,
    url: siteAddress('/'),
    logo: siteAddress('/icons/icon-512.png'),
    description: BRAND.description,
    email: BRAND.contactEmail,
    foundingDate: `${BRAND.foundedYear}`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: BRAND.address.locality,
      addressRegion: BRAND.address.region,
      addressCountry: BRAND.address.country,
    },
    sameAs: SOCIAL_LINKS.map(({ href }) => href),
  };
}

function webSite(): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': siteAddress('/#website'),
    name: BRAND.product,
    url: siteAddress('/'),
    description: BRAND.description,
    inLanguage: SITE_LANGUAGE,
    publisher: { '@id': siteAddress('/#organization') },
  };
}

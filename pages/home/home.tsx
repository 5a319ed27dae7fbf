import { HOME } from '#content/home.ts';
import { PAGES } from '#content/page-paths.ts';
import { filled } from '#contract/page-errors.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { CallToAction } from '#web/slots/call-to-action.tsx';
import { HeroDemo } from '#web/slots/hero-demo.ts';
import { DawnScene } from '#web/ui/dawn-scene.tsx';
import { PageLink } from '#web/ui/link.tsx';
import { ClosingCall } from './closing-call.tsx';
import { organization, webSite } from './site-data.ts';
import { StaticBlocks } from './static-blocks.tsx';

export const meta = () => metaOf(PAGES.home, { data: [organization(), webSite()] });

/** The home screen: the hero with the launch-list field and two buttons, then the other blocks, then a call to action. */
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
            {/* Without `text-pretty`, a line would end beside a star of the picture that looks like a full stop on phones. */}
            <p className="mt-5 max-w-[44ch] text-lead max-sm:text-pretty">{lead}</p>
            <CallToAction label={ask} />
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
        <p className="page-width mt-3 text-small text-soft">{caption}</p>
      </section>
      <StaticBlocks />
      <ClosingCall />
    </>
  );
}

declare global {
  interface ImportMetaEnv {
    /** The name of the first plan that costs nothing, or empty: see vite.config.ts. */
    readonly FREE_PLAN: string;
  }
}

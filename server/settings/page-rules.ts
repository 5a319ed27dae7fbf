import type { PublicSettings } from '#contract/public-settings.ts';
import type { Feature } from '#server/feature.ts';
import type { Settings } from './settings.ts';

/** What the running site writes into its built pages, and lets them do. */
export type PageRules = {
  readonly siteOrigin: string;
  /** What every visitor may see of the settings, as pages read it. */
  readonly publicSettings: object;
  /** Of the `html` tag, each after a blank: what a page looks like before its scripts arrive. */
  readonly attributes: string;
  /** Changes a page as the build wrote it. */
  readonly rewrite: (html: string) => string;
  /** Addresses elsewhere that pages may call; a page with a form for one of them may post there. */
  readonly calls: readonly string[];
  /** Whose scripts and frames pages may hold. */
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  /** What they may use of the browser, beside what every page may: see `server/http/security-headers.ts`. */
  readonly permissions: Readonly<Record<string, string>>;
};

/** What one feature adds. */
export type FeaturePages = Partial<Omit<PageRules, 'siteOrigin'>>;

export function pageRules(settings: Settings, features: readonly Pick<Feature, 'pages'>[]): PageRules {
  const added = features.flatMap(({ pages }) => pages?.(settings) ?? []);
  const core: PublicSettings = {
    siteOrigin: settings.origin,
    apiHost: settings.productApiUrl,
    apiKey: settings.publicApiKey,
    devtoolsGuard: settings.devtoolsGuard,
  };
  return {
    siteOrigin: settings.origin,
    publicSettings: Object.assign(core, ...added.map(({ publicSettings }) => publicSettings)),
    attributes: added.map(({ attributes = '' }) => attributes).join(''),
    rewrite: (html) => added.reduce((text, { rewrite }) => rewrite?.(text) ?? text, html),
    calls: [...added.flatMap(({ calls = [] }) => calls), settings.productApiUrl].filter((url) => url !== ''),
    scripts: added.flatMap(({ scripts = [] }) => scripts),
    frames: added.flatMap(({ frames = [] }) => frames),
    permissions: Object.assign({}, ...added.map(({ permissions }) => permissions)),
  };
}

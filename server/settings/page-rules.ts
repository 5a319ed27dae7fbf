import type { PublicSettings } from '#contract/public-settings.ts';
import type { Feature } from '#server/feature.ts';
import type { Settings } from './settings.ts';

/** What the running site writes into its built pages, and what browsers allow these pages to do. */
export type PageRules = {
  readonly siteOrigin: string;
  /** Every visitor may see these settings. */
  readonly publicSettings: object;
  /** Attributes of the `html` tag, each after a space. They set the look of a page before its scripts run. */
  readonly attributes: string;
  readonly rewrite: (html: string) => string;
  /** Other hosts that scripts of pages may call. A page whose form is for one of these hosts may also post to it. */
  readonly calls: readonly string[];
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  /** Additional browser permissions for pages (`server/http/security-headers.ts`). */
  readonly permissions: Readonly<Record<string, string>>;
};

export type FeaturePages = Partial<Omit<PageRules, 'siteOrigin'>>;

export function pageRules(settings: Settings, features: readonly Pick<Feature, 'pages'>[]): PageRules {
  const added = features.flatMap(({ pages }) => pages?.(settings) ?? []);
  const core: PublicSettings = {
    siteOrigin: settings.origin,
    apiHost: settings.productApiUrl,
    apiKey: settings.publicApiKey,
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

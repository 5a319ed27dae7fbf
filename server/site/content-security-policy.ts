import { hash } from 'node:crypto';
import { MARKUP_POLICIES } from '#contract/markup-policies.ts';
import { SCRIPT_START } from '#contract/script-start.ts';
import type { PageRules } from '#server/settings/page-rules.ts';

const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g;

/**
 * These directives let text become markup only through our Trusted Types policies. They are left out if the site has third-party
 * scripts, which may not support Trusted Types.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", `trusted-types ${MARKUP_POLICIES.join(' ')}`];

/**
 * A static page cannot have a nonce, so inline scripts are allowed by their hashes. A visitor changes pages without loading a new
 * document, so every page may call the hosts that features name. Only a page with a form for another host may post to that host.
 */
export function contentSecurityPolicy(
  html: string,
  { siteOrigin, calls, scripts, frames }: Pick<PageRules, 'siteOrigin' | 'calls' | 'scripts' | 'frames'>,
): string {
  const hashes = new Set<string>();
  for (const { groups } of html.matchAll(INLINE_SCRIPT)) {
    const { attributes = '', code = '' } = groups ?? {};
    if (/\ssrc=/.test(attributes) || /\stype="application\/(ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${hash('sha256', code, 'base64')}'`);
  }
  // Leaves out our own origin, which the source `'self'` covers.
  const originsOf = (urls: readonly string[]) =>
    urls.map((url) => new URL(url).origin).filter((origin) => origin !== siteOrigin);
  const posts = calls.filter((url) => html.includes(` action="${url}/`));
  return [
    "default-src 'none'",
    directive('script-src', "'self'", ...hashes, ...scripts),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    directive('connect-src', "'self'", ...originsOf(calls)),
    ...(frames.length === 0 ? [] : [directive('frame-src', ...frames)]),
    "manifest-src 'self'",
    directive('form-action', "'self'", ...originsOf(posts)),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(scripts.length === 0 ? TRUSTED_TYPES : []),
    ...(siteOrigin.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

function directive(name: string, ...sources: readonly string[]): string {
  return [name, ...new Set(sources)].join(' ');
}

const LOADED_BY_THE_PAGE = new RegExp(
  `<link rel="(?:${SCRIPT_START.relation}|stylesheet)" href="([^"]+)"`,
  'g',
);
const ROUTER_MANIFEST = new RegExp(`<link rel="${SCRIPT_START.relation}" href="(/assets/manifest-[^"]+)"`);

/**
 * Adds subresource integrity, so that no cache or proxy can change scripts and styles. Browsers also apply the integrity of a
 * preload to later imports. Only scripts that are fetched later without a preload have no integrity.
 * @param digestOf the SHA-256 of the file at a path; undefined if there is no such file
 */
export function withIntegrity(html: string, digestOf: (path: string) => Buffer | undefined): string {
  const integrityOf = (path: string) => {
    const digest = digestOf(path);
    return digest === undefined ? undefined : ` integrity="sha256-${digest.toString('base64')}"`;
  };
  const written = html.replace(LOADED_BY_THE_PAGE, (tag, path: string) => tag + (integrityOf(path) ?? ''));
  const manifest = ROUTER_MANIFEST.exec(written)?.[1];
  const integrity = manifest === undefined ? undefined : integrityOf(manifest);
  if (integrity === undefined) return written;
  // An inline script imports the router’s manifest, but an import cannot state an integrity. So a script tag with the integrity
  // loads the manifest too. React ignores async scripts when it hydrates.
  const script = `<script type="module" async src="${manifest}"${integrity}></script>`;
  return written.replace('</head>', () => `${script}</head>`);
}

import { createHash } from 'node:crypto';
import { MARKUP_POLICIES } from '#contract/markup-policies.ts';
import { SCRIPT_START } from '#contract/script-start.ts';
import type { PageRules } from '#server/settings/page-rules.ts';

const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g;

/**
 * Text becomes markup or a script only through a policy of ours (`web/ui/own-markup.ts`, `web/ui/inert-markup.ts`).
 * Not where scripts of others may run, as Stripe's: what they do with our page is not ours to promise.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", `trusted-types ${MARKUP_POLICIES.join(' ')}`];

/**
 * The Content-Security-Policy of one page, as it is sent. Its inline scripts are allowed by their hashes (the page is a
 * file, so it cannot carry a nonce); data blocks need none. Nothing comes from another host that no feature names. What they name
 * may be called from every page, because a visitor reaches all others from it without loading a new document; only a
 * page that holds a form for another host may post it there.
 */
export function contentSecurityPolicy(
  html: string,
  { siteOrigin, calls, scripts, frames }: Pick<PageRules, 'siteOrigin' | 'calls' | 'scripts' | 'frames'>,
): string {
  const hashes = new Set<string>();
  for (const { groups } of html.matchAll(INLINE_SCRIPT)) {
    const { attributes = '', code = '' } = groups ?? {};
    if (/\ssrc=/.test(attributes) || /\stype="application\/(ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  // `'self'` allows our own already.
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
 * Writes into a built page what its scripts and styles must be (subresource integrity), so that no cache or proxy
 * between us and the visitor can change them. A browser holds every later import of a script to what its preload said.
 * Files that it does not know stay as they are: only a script fetched while the page is used has no such promise.
 *
 * @param digestOf the SHA-256 of the file at a path, as it is sent; undefined when there is none
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
  // The page's own first script is inline and imports this one, which cannot say there what it must be. As a tag of its
  // own it can. After the style and the fonts; asynchronous: React passes over such a script, and it depends on nothing.
  const script = `<script type="module" async src="${manifest}"${integrity}></script>`;
  return written.replace('</head>', () => `${script}</head>`);
}

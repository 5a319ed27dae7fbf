import { SCRIPT_START } from '#contract/script-start.ts';

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

import { createHash } from 'node:crypto';

const LOADED_BY_THE_PAGE = /<link rel="(?:modulepreload|stylesheet)" href="([^"]+)"/g;
const ROUTER_MANIFEST = /<link rel="modulepreload" href="(\/assets\/manifest-[^"]+)"/;

/**
 * Writes into a built page what its scripts and styles must be (subresource integrity), so that no cache or proxy
 * between us and the visitor can change them. A browser holds every later import of a script to what its preload said.
 * Files that it does not know stay as they are: only a script fetched while the page is used has no such promise.
 *
 * @param contentOf the file at a path, as it is sent; undefined when there is none
 */
export function withIntegrity(html: string, contentOf: (path: string) => Buffer | undefined): string {
  const integrityOf = (path: string) => {
    const content = contentOf(path);
    return content === undefined ? undefined : ` integrity="${digest(content)}"`;
  };
  return html
    .replace(LOADED_BY_THE_PAGE, (tag, path: string) => tag + (integrityOf(path) ?? ''))
    .replace(ROUTER_MANIFEST, (tag, path: string) => manifestScript(path, integrityOf(path)) + tag);
}

/**
 * The page's own first script is inline and imports this one, which cannot say there what it must be. As a tag of its
 * own it can. Asynchronous: React passes over such a script, and it depends on nothing.
 */
function manifestScript(path: string, integrity: string | undefined): string {
  return integrity === undefined ? '' : `<script type="module" async src="${path}"${integrity}></script>`;
}

function digest(content: Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

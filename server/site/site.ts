import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { PAGES } from '#content/page-paths.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { PUBLIC_SETTINGS_ID } from '#contract/public-settings.ts';
import type { ChangePages, Deps, LiveSite } from '#server/feature.ts';
import type { PageRules } from '#server/settings/page-rules.ts';
import { contentSecurityPolicy, withIntegrity } from './content-security-policy.ts';

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type EncodedFile = {
  readonly encoding: Encoding | undefined;
  /** The ETag of the file in this encoding (RFC 9110 §8.8.3). */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type SiteFile = {
  readonly isPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  /** Compresses the file at the first request, if that makes the file smaller. */
  readonly encoded: (wanted: Encoding | undefined) => Promise<EncodedFile>;
};

/** Files by path. Paths start with `/` and do not end in `index.html`. */
export type Site = { readonly files: ReadonlyMap<string, SiteFile>; readonly notFound: SiteFile };

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.data': 'text/x-script; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
/** Types of files that may contain `ORIGIN_PLACEHOLDER`. Scripts read the origin from the public settings. */
const NAMES_THE_ORIGIN = ['.html', '.json', '.webmanifest', '.xml', '.txt', '.data'];
const COMPRESSED_ALREADY = ['.png', '.webp', '.avif', '.ico', '.woff2'];
/** The folder of files that never change, because Vite writes a hash of their content into their names. */
const IMMUTABLE = '/assets/';
/** Files of React Router that no visitor needs. */
const NOT_SERVED = ['/__spa-fallback.html', `${PAGES.blogFeed}.data`];

const BUILD = join(import.meta.dirname, '..', '..', 'build');

/** Loads the site that `npm run build` has made. Throws like `loadSite`. */
export function loadBuiltSite(rules: PageRules): Site {
  return loadSite([join(BUILD, 'site', 'client'), join(BUILD, 'seo')], rules);
}

/**
 * Reads the built site into memory, so that a later build does not change it. Throws if the site was not built, or two files have
 * the same path.
 * @param folders the pages with `assets/`, and the files for search engines and devices
 */
export function loadSite(folders: readonly string[], rules: PageRules): Site {
  const files = new Map<string, SiteFile>();
  const pages: { readonly path: string; readonly content: Buffer }[] = [];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [folder, name] as const),
  );
  for (const [folder, name] of sources) {
    const extension = extname(name);
    const written = `/${name.split(sep).join('/')}`;
    if (TYPES[extension] === undefined || NOT_SERVED.includes(written)) continue;
    const path = extension === '.html' ? pagePath(written) : written;
    if (files.has(path)) throw new Error(`Two files of the build have the path ${path}.`);
    const source = join(folder, name);
    const content = readFileSync(source);
    if (extension === '.html') pages.push({ path, content });
    else files.set(path, asset(path, extension, content, rules.siteOrigin, source));
  }
  // Pages contain the digests of assets, so the pages are made after all assets are loaded.
  const digestOf = memoize((path: string) => {
    const file = files.get(path);
    return file && hash('sha256', file.plain, 'buffer');
  });
  for (const { path, content } of pages) {
    if (files.has(path)) throw new Error(`Two files of the build have the path ${path}.`);
    files.set(path, page(content, rules, digestOf));
  }
  const notFound = files.get(PAGES.notFound);
  if (notFound === undefined)
    throw new Error('The site has no not-found page. Please build it: npm run build');
  files.delete(PAGES.notFound);
  return { files, notFound };
}

/** The origin needs no escaping, because `settings-part.ts` allows no special characters in it. */
function withOrigin(content: Buffer, extension: string, origin: string): Buffer {
  if (!NAMES_THE_ORIGIN.includes(extension) || !content.includes(ORIGIN_PLACEHOLDER)) return content;
  return Buffer.from(content.toString('utf8').replaceAll(ORIGIN_PLACEHOLDER, origin));
}

function pagePath(path: string): string {
  return path.replace(/\/?index\.html$/, '') || '/';
}

const SETTINGS_TAG = new RegExp(`(<script[^>]*id="${PUBLIC_SETTINGS_ID}"[^>]*>)[^<]*(</script>)`);

/** Writes public settings, changes of features and asset digests into a page, then its CSP, which hashes the final text. */
function page(
  content: Buffer,
  { publicSettings, attributes, rewrite, ...rules }: PageRules,
  digestOf: (path: string) => Buffer | undefined,
): SiteFile {
  // `<` is escaped, because an unescaped `<` in the JSON could end the script tag.
  const json = JSON.stringify(publicSettings).replaceAll('<', '\\u003c');
  const named = withOrigin(content, '.html', rules.siteOrigin).toString('utf8');
  const html = rewrite(withIntegrity(named, digestOf))
    .replace('<html', `<html${attributes}`)
    .replace(SETTINGS_TAG, (_, open, close) => `${open}${json}${close}`);
  const headers = {
    'content-type': TYPES['.html'] ?? '',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(html, rules),
    vary: 'Accept-Encoding',
  };
  return siteFile({ isPage: true, headers, plain: Buffer.from(html) });
}

function asset(path: string, extension: string, content: Buffer, origin: string, source: string): SiteFile {
  const isCompressed = COMPRESSED_ALREADY.includes(extension);
  return siteFile({
    isPage: false,
    headers: {
      'content-type': TYPES[extension] ?? '',
      'cache-control': cachingOf(path, extension),
      ...(isCompressed ? {} : { vary: 'Accept-Encoding' }),
    },
    plain: withOrigin(content, extension, origin),
    built: isCompressed ? {} : { br: readIfThere(`${source}.br`), gzip: readIfThere(`${source}.gz`) },
    isCompressed,
  });
}

function cachingOf(path: string, extension: string): string {
  if (path.startsWith(IMMUTABLE)) return 'public, max-age=31536000, immutable';
  // This data is cached briefly: pages prefetch it shortly before the router loads it (docs/decisions/0066).
  return extension === '.data' ? 'public, max-age=10' : 'public, max-age=3600';
}

type FileParts = Pick<SiteFile, 'isPage' | 'headers' | 'plain'> & {
  readonly built?: Partial<Record<Encoding, Buffer | undefined>>;
  readonly isCompressed?: boolean;
};

const COMPRESS = { br: promisify<Buffer, Buffer>(brotliCompress), gzip: promisify<Buffer, Buffer>(gzip) };

export function siteFile({ isPage, headers, plain, built = {}, isCompressed = false }: FileParts): SiteFile {
  const identity = Promise.resolve(encodedFile(headers, plain, undefined));
  const encoded = memoize(async (encoding: Encoding): Promise<EncodedFile> => {
    const body = built[encoding] ?? (await COMPRESS[encoding](plain));
    return body.length < plain.length ? encodedFile(headers, body, encoding) : identity;
  });
  return {
    isPage,
    headers,
    plain,
    encoded: (wanted) => (wanted === undefined || isCompressed ? identity : encoded(wanted)),
  };
}

function encodedFile(ofFile: SiteFile['headers'], body: Buffer, encoding: Encoding | undefined): EncodedFile {
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  const etag = `"${digest}"`;
  const headers = { ...ofFile, etag, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) };
  return { encoding, etag, headers, body };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, Value>();
  return (key) => results.getOrInsertComputed(key, compute);
}

/** The built site with the changes that features make to its pages while it runs. */
export function createLiveSite(
  deps: Pick<Deps, 'db' | 'clock' | 'log'> & { readonly site: Site },
  changes: readonly ChangePages[],
): LiveSite {
  let shown = { key: '', site: deps.site };
  return {
    current: () => shown.site,
    refresh: async () => {
      try {
        shown = await changedSite(deps, changes, shown);
      } catch (err) {
        deps.log.warn({ err }, 'changes of pages could not be read; the pages stay as they are');
      }
    },
  };
}

/** Applies the changes of features to the built site. Throws if the database is unreachable. */
export async function changedSite(
  deps: Pick<Deps, 'db' | 'clock'> & { readonly site: Site },
  changes: readonly ChangePages[],
  shown = { key: '', site: deps.site },
): Promise<{ readonly key: string; readonly site: Site }> {
  const found = (await Promise.all(changes.map((look) => look(deps)))).filter((one) => one !== undefined);
  const key = found.map((one) => one.key).join('\n');
  if (key === shown.key) return shown;
  return { key, site: found.reduce((site, { change }) => change(site), deps.site) };
}

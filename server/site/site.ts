import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FORMS, type FormName, formAddress } from '#contract/forms.ts';
import { ORIGIN_MARK } from '#contract/origin-mark.ts';
import { PAGES } from '#contract/paths.ts';
import {
  DEFAULT_PUBLIC_SETTINGS,
  PUBLIC_SETTINGS_ID,
  type PublicSettings,
} from '#contract/public-settings.ts';
import { withIntegrity } from './integrity.ts';
import { pagePolicy } from './page-policy.ts';

/** A file of the built site, ready to send: nothing is computed or compressed per request. */
export type SiteFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly plain: Buffer;
  /** Absent where compressing does not make it smaller. */
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
};

/** Paths start with `/`; a page stands under its own path, without `index.html`. */
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
/** Where the build may have written `ORIGIN_MARK`. Scripts learn the origin from the public settings. */
const NAMES_THE_ORIGIN = ['.html', '.json', '.webmanifest', '.xml', '.txt', '.data'];
const COMPRESSED_ALREADY = ['.png', '.webp', '.avif', '.ico', '.woff2'];
/** Vite writes the content's hash into these names, so they never change. */
const IMMUTABLE = '/assets/';
/** React Router's own leftovers, of no use to a visitor. */
const NOT_SERVED = ['/__spa-fallback.html', `${PAGES.blogFeed}.data`];

/**
 * Reads the built site into memory and writes into it what only the running site knows: the public settings and where
 * forms are sent into its pages, its origin wherever the build left `ORIGIN_MARK`. Throws when it was not built, and when two folders claim one
 * path.
 *
 * @param folders what the build made: the pages with `assets/`, and what the site is found by
 */
export function loadSite(folders: readonly string[], settings: PublicSettings): Site {
  const files = new Map<string, SiteFile>();
  // Pages come last: they say what the files that they load must be.
  const names = folders.flatMap(filesIn).sort((a, b) => Number(isPage(a)) - Number(isPage(b)));
  for (const { folder, name } of names) {
    const extension = extname(name);
    const written = `/${name.split(sep).join('/')}`;
    if (TYPES[extension] === undefined || NOT_SERVED.includes(written)) continue;
    const path = extension === '.html' ? pagePath(written) : written;
    if (files.has(path)) throw new Error(`Two files of the build claim ${path}.`);
    const source = join(folder, name);
    const content = withOrigin(readFileSync(source), extension, settings.siteOrigin);
    files.set(
      path,
      extension === '.html'
        ? page(content, settings, (asset) => files.get(asset)?.plain)
        : asset(path, extension, content, source),
    );
  }
  const notFound = files.get(PAGES.notFound);
  if (notFound === undefined)
    throw new Error('The site has no not-found page. Please build it: npm run build');
  files.delete(PAGES.notFound);
  return { files, notFound };
}

function filesIn(folder: string): { folder: string; name: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => ({
    folder,
    name: relative('.', name),
  }));
}

function isPage({ name }: { name: string }): boolean {
  return extname(name) === '.html';
}

/** An origin has no character that HTML, XML or JSON would want escaped: `server/settings/settings.ts` sees to it. */
function withOrigin(content: Buffer, extension: string, origin: string): Buffer {
  if (!NAMES_THE_ORIGIN.includes(extension) || !content.includes(ORIGIN_MARK)) return content;
  return Buffer.from(content.toString('utf8').replaceAll(ORIGIN_MARK, origin));
}

function pagePath(path: string): string {
  return path.replace(/\/?index\.html$/, '') || '/';
}

const SETTINGS_TAG = new RegExp(`(<script[^>]*id="${PUBLIC_SETTINGS_ID}"[^>]*>)[^<]*(</script>)`);

/**
 * Writes the public settings, the addresses of the forms and what its files must be into a built page. The policy comes last: it holds for the
 * text as it is sent.
 */
function page(
  content: Buffer,
  settings: PublicSettings,
  contentOf: (path: string) => Buffer | undefined,
): SiteFile {
  // `<` is the one character that could end the tag early.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const built = withIntegrity(content.toString('utf8'), contentOf);
  const html = withFormAddresses(built, settings.forms).replace(
    SETTINGS_TAG,
    (_, open, close) => `${open}${json}${close}`,
  );
  const plain = Buffer.from(html);
  const headers = {
    'Content-Type': TYPES['.html'] ?? '',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': pagePolicy(html, settings),
  };
  return file(plain, headers, smaller(plain));
}

const FORM_NAMES = Object.keys(FORMS) as readonly FormName[];

/**
 * The build leaves the address at our own form service, which is its own mark; React in the browser finds what it would
 * have written. Neither address has a character to escape: `server/settings/settings.ts` sees to it.
 */
function withFormAddresses(html: string, service: PublicSettings['forms']): string {
  const actionOf = (forms: PublicSettings['forms'], form: FormName) =>
    ` action="${formAddress(forms, form)}"`;
  return FORM_NAMES.reduce(
    (text, form) => text.replaceAll(actionOf(DEFAULT_PUBLIC_SETTINGS.forms, form), actionOf(service, form)),
    html,
  );
}

function asset(path: string, extension: string, content: Buffer, source: string): SiteFile {
  const headers = {
    'Content-Type': TYPES[extension] ?? '',
    'Cache-Control': cachingOf(path, extension),
  };
  return COMPRESSED_ALREADY.includes(extension)
    ? file(content, headers, { brotli: undefined, gzip: undefined })
    : file(content, headers, smaller(content, readIfThere(`${source}.br`)));
}

function cachingOf(path: string, extension: string): string {
  if (path.startsWith(IMMUTABLE)) return 'public, max-age=31536000, immutable';
  // A page's data belongs to the page: both are checked again each time.
  return extension === '.data' ? 'no-cache' : 'public, max-age=3600';
}

/** Brotli at this level takes about a millisecond a page; the build leaves better compressed assets beside the files. */
const START_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

type Compressed = Pick<SiteFile, 'brotli' | 'gzip'>;

/** @param prepared what the build compressed already */
function smaller(plain: Buffer, prepared?: Buffer): Compressed {
  const [brotli, gzip] = [prepared ?? brotliCompressSync(plain, START_QUALITY), gzipSync(plain)];
  return {
    brotli: brotli.length < plain.length ? brotli : undefined,
    gzip: gzip.length < plain.length ? gzip : undefined,
  };
}

function file(plain: Buffer, headers: Record<string, string>, compressed: Compressed): SiteFile {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { headers: { ...headers, Vary: 'Accept-Encoding' }, etag, plain, ...compressed };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FORMS, type FormName, formAddress } from '#contract/forms.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { PAGES } from '#contract/paths.ts';
import {
  DEFAULT_PUBLIC_SETTINGS,
  PUBLIC_SETTINGS_ID,
  type PublicSettings,
} from '#contract/public-settings.ts';
import { withIntegrity } from './integrity.ts';
import { once } from './once.ts';
import { pagePolicy } from './page-policy.ts';

/**
 * A file of the built site. What it says is made when it is first asked for and kept, so that a start need not wait for
 * all of them: read these when a request comes, not while starting. Nothing is computed or compressed twice.
 */
export type SiteFile = {
  /** Known at once, unlike the rest. */
  readonly isPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly plain: Buffer;
  /** Absent where compressing does not make it smaller. It may become smaller after it was first read. */
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
/** Where the build may have written `ORIGIN_PLACEHOLDER`. Scripts learn the origin from the public settings. */
const NAMES_THE_ORIGIN = ['.html', '.json', '.webmanifest', '.xml', '.txt', '.data'];
const COMPRESSED_ALREADY = ['.png', '.webp', '.avif', '.ico', '.woff2'];
/** Vite writes the content's hash into these names, so they never change. */
const IMMUTABLE = '/assets/';
/** React Router's own leftovers, of no use to a visitor. */
const NOT_SERVED = ['/__spa-fallback.html', `${PAGES.blogFeed}.data`];

/**
 * Reads the built site into memory; a build that is made meanwhile changes nothing. What only the running site knows is
 * written into it: the public settings and where forms are sent into its pages, its origin wherever the build left
 * `ORIGIN_PLACEHOLDER`. Throws when it was not built, and when two folders claim one
 * path.
 *
 * @param folders what the build made: the pages with `assets/`, and what the site is found by
 * @param later where a page that was asked for is compressed better than there was time for; without it none is
 */
export function loadSite(folders: readonly string[], settings: PublicSettings, later?: Later): Site {
  const files = new Map<string, KeptFile>();
  const digestOf = (path: string) => files.get(path)?.digest();
  for (const { folder, name } of folders.flatMap(filesIn)) {
    const extension = extname(name);
    const written = `/${name.split(sep).join('/')}`;
    if (TYPES[extension] === undefined || NOT_SERVED.includes(written)) continue;
    const path = extension === '.html' ? pagePath(written) : written;
    if (files.has(path)) throw new Error(`Two files of the build claim ${path}.`);
    const source = join(folder, name);
    const content = readFileSync(source);
    files.set(
      path,
      extension === '.html'
        ? page(content, settings, digestOf, later)
        : asset(path, extension, content, settings.siteOrigin, source),
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

/** An origin has no character that HTML, XML or JSON would want escaped: `server/settings/settings.ts` sees to it. */
function withOrigin(content: Buffer, extension: string, origin: string): Buffer {
  if (!NAMES_THE_ORIGIN.includes(extension) || !content.includes(ORIGIN_PLACEHOLDER)) return content;
  return Buffer.from(content.toString('utf8').replaceAll(ORIGIN_PLACEHOLDER, origin));
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
  digestOf: (path: string) => Buffer | undefined,
  later: Later | undefined,
): KeptFile {
  const made = once(() => {
    // `<` is the one character that could end the tag early.
    const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
    const named = withOrigin(content, '.html', settings.siteOrigin).toString('utf8');
    const html = withFormAddresses(withIntegrity(named, digestOf), settings.forms).replace(
      SETTINGS_TAG,
      (_, open, close) => `${open}${json}${close}`,
    );
    const headers = {
      'Content-Type': TYPES['.html'] ?? '',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': pagePolicy(html, settings),
      Vary: 'Accept-Encoding',
    };
    return { headers, plain: Buffer.from(html) };
  });
  const plain = () => made().plain;
  return file({ isPage: true, headers: () => made().headers, plain, ...smaller(plain, { later }) });
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

function asset(path: string, extension: string, content: Buffer, origin: string, source: string): KeptFile {
  const headers = {
    'Content-Type': TYPES[extension] ?? '',
    'Cache-Control': cachingOf(path, extension),
    Vary: 'Accept-Encoding',
  };
  const plain = once(() => withOrigin(content, extension, origin));
  const compressed = COMPRESSED_ALREADY.includes(extension)
    ? NOT_COMPRESSED
    : smaller(plain, { brotli: readIfThere(`${source}.br`), gzip: readIfThere(`${source}.gz`) });
  return file({ isPage: false, headers: () => headers, plain, ...compressed });
}

function cachingOf(path: string, extension: string): string {
  if (path.startsWith(IMMUTABLE)) return 'public, max-age=31536000, immutable';
  // A page's data is fetched when somebody points at its link, and must last until the click (record 0055).
  return extension === '.data' ? 'public, max-age=10' : 'public, max-age=3600';
}

/** Brotli at this level takes about a millisecond a page; the build leaves better compressed assets beside the files. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Thirty times as long, in another thread, for an eighth fewer bytes. */
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const compressBest = promisify<Buffer, typeof BEST, Buffer>(brotliCompress);

/** Takes work that nobody waits for. It never rejects. */
type Later = (work: () => Promise<void>) => void;

type Compressed = { readonly brotli: () => Buffer | undefined; readonly gzip: () => Buffer | undefined };

const NOT_COMPRESSED: Compressed = { brotli: () => undefined, gzip: () => undefined };

type CompressedAlready = {
  readonly brotli?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
  readonly later?: Later | undefined;
};

function smaller(plain: () => Buffer, { brotli, gzip, later }: CompressedAlready = {}): Compressed {
  const ifSmaller = (compressed: Buffer) => (compressed.length < plain().length ? compressed : undefined);
  let best: Buffer | undefined;
  const first = once(() => {
    if (brotli !== undefined) return ifSmaller(brotli);
    later?.(async () => {
      best = ifSmaller(await compressBest(plain(), BEST));
    });
    return ifSmaller(brotliCompressSync(plain(), QUICK));
  });
  return { brotli: () => best ?? first(), gzip: once(() => ifSmaller(gzip ?? gzipSync(plain()))) };
}

type Parts = Compressed & {
  readonly isPage: boolean;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly plain: () => Buffer;
};

/** With the SHA-256 of the plain content, which a page promises of the files that it loads. */
type KeptFile = SiteFile & { readonly digest: () => Buffer };

function file({ isPage, headers, plain, brotli, gzip }: Parts): KeptFile {
  const digest = once(() => createHash('sha256').update(plain()).digest());
  const etag = once(() => `"${digest().toString('base64url').slice(0, 22)}"`);
  return {
    isPage,
    digest,
    get headers() {
      return headers();
    },
    get etag() {
      return etag();
    },
    get plain() {
      return plain();
    },
    get brotli() {
      return brotli();
    },
    get gzip() {
      return gzip();
    },
  };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

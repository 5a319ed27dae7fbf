import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGES } from '#contract/paths.ts';
import type { Encoding, Site, SiteFile } from './site.ts';

/**
 * Every page and asset of the built site, each at its own path.
 *
 * @param sessionCookie without it, the profile redirects to the sign-in (spec §5): the page would do the same once its
 *   scripts ran. Whether a session that is named is still valid, the page asks.
 */
export function siteRoutes(app: FastifyInstance, { files }: Site, sessionCookie: string): void {
  for (const [path, file] of files) {
    app.get(routeOf(path), { config: { countedAs: file.isPage ? 'page' : 'asset' } }, (request, reply) => {
      if (path === PAGES.profile && request.cookies[sessionCookie] === undefined)
        return reply.header('cache-control', 'no-store').redirect(PAGES.auth);
      return sendFile(request, reply, file, 200);
    });
  }
}

/** The path without its slashes at the end, when there is a file at it; undefined otherwise. */
export function fileWithoutSlash({ files }: Site, path: string): string | undefined {
  // By hand: a regular expression for it takes quadratic time on a path full of slashes.
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  const shorter = path.slice(0, end);
  return shorter !== path && files.has(shorter) ? shorter : undefined;
}

/** In the smallest encoding that the client takes; 304 when it has this very content. */
export async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  status: 200 | 404,
): Promise<FastifyReply> {
  const { encoding, etag, body } = await file.encoded(preferredEncoding(headers['accept-encoding']));
  reply.headers(file.headers).header('etag', etag);
  const known = headers['if-none-match'];
  if (status === 200 && known !== undefined && names(known, etag)) return reply.code(304).send();
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.code(status).send(body);
}

const REFUSED = String.raw`(?!\s*;\s*q=0(?:\.0*)?\b)`;
const TAKES_BROTLI = new RegExp(String.raw`\bbr\b${REFUSED}`);
const TAKES_GZIP = new RegExp(String.raw`\bgzip\b${REFUSED}`);

function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  if (TAKES_BROTLI.test(accepted)) return 'br';
  return TAKES_GZIP.test(accepted) ? 'gzip' : undefined;
}

function names(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** In Fastify's patterns a colon begins a parameter and a star matches anything. */
function routeOf(path: string): string {
  if (path.includes('*')) throw new Error(`The build has a file that no route can name: ${path}`);
  return path.replaceAll(':', '::');
}

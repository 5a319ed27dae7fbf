import type { Context, MiddlewareHandler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Site, SiteFile } from './site.ts';

/** Answers with a page or asset of the built site when there is one at the path; else lets the request pass. */
export function serveSite(site: Site): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { method, path } = c.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const found = site.files.get(path);
    if (found !== undefined) {
      c.set('route', path);
      return sendSiteFile(c, found, 200);
    }
    const withoutSlash = path.slice(0, endWithoutSlashes(path));
    if (withoutSlash !== path && site.files.has(withoutSlash)) {
      return c.redirect(withoutSlash + new URL(c.req.url).search, 308);
    }
    return next();
  };
}

/** By hand: a regular expression for it takes quadratic time on a path full of slashes. */
function endWithoutSlashes(path: string): number {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return end;
}

/** Sends the smallest form that the client reads; 304 when it has this very content. */
export function sendSiteFile(c: Context<AppEnv>, file: SiteFile, status: StatusCode): Response {
  const headers = new Headers(file.headers);
  headers.set('ETag', file.etag);
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (status === 200 && known.includes(file.etag)) return new Response(null, { status: 304, headers });
  const accepted = c.req.header('accept-encoding') ?? '';
  const [body, encoding] =
    file.brotli !== undefined && /\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)
      ? [file.brotli, 'br']
      : file.gzip !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)
        ? [file.gzip, 'gzip']
        : [file.plain, undefined];
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
}

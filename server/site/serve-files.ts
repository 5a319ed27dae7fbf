import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { SIGNED_IN_PAGES } from '#content/page-paths.ts';
import { logAnswer, NO_ROUTE, type RequestMetrics } from '#server/http/access-log.ts';
import type { FindFile } from '#server/http/create-server.ts';
import { requestId } from '#server/http/request-id.ts';
import { requestTarget } from '#server/http/request-target.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { EncodedFile, Encoding, Site, SiteFile } from './site.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly id: string };

export type FileServer = {
  readonly findFile: FindFile;
  /** The not-found page, to a request that was counted already. */
  readonly serveNotFound: (exchange: Exchange) => void;
};

export type FileServerOptions = {
  readonly log: Logger;
  readonly requests: RequestMetrics;
  readonly securityHeaders: SecurityHeaders;
  /** Without it the profile is not served: `answerNotFound` redirects to the sign-in. */
  readonly sessionCookie: string;
};

/**
 * Every page and asset of the built site at its own path, straight on `node:http`: a framework would halve how many
 * there are a second (record 0054).
 */
export function createFileServer(
  /** As it is now: an announcement may have come or gone. */
  site: () => Site,
  { log, requests, securityHeaders, sessionCookie }: FileServerOptions,
): FileServer {
  const hasSession = new RegExp(String.raw`(?:^|;)\s*${sessionCookie}=`);
  /** Names and values in turn, without the id and the length. Made once: a page costs a tenth less (record 0054). */
  const headersOf = new WeakMap<EncodedFile, readonly string[]>();
  const makeHeaders = (file: SiteFile, { etag, encoding }: EncodedFile, path: string | undefined) =>
    Object.entries({
      ...securityHeaders(path),
      ...file.headers,
      etag,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    }).flat();
  const send = async ({ request, response, id }: Exchange, file: SiteFile, path: string | undefined) => {
    const began = performance.now();
    const encoded = await file.encoded(preferredEncoding(request.headers['accept-encoding']));
    const known = request.headers['if-none-match'];
    const status = path === undefined ? 404 : known !== undefined && names(known, encoded.etag) ? 304 : 200;
    let headers = headersOf.get(encoded);
    if (headers === undefined) {
      headers = makeHeaders(file, encoded, path);
      headersOf.set(encoded, headers);
    }
    const length = status === 304 ? [] : ['content-length', String(encoded.body.length)];
    response.writeHead(status, ['x-request-id', id, ...headers, ...length]);
    response.end(status === 304 ? undefined : encoded.body);
    logAnswer(log, requests, {
      requestId: id,
      method: request.method ?? '',
      route: path ?? NO_ROUTE,
      countedAs: path === undefined ? NO_ROUTE : file.isPage ? 'page' : 'asset',
      status,
      ms: performance.now() - began,
    });
  };

  const answer = (exchange: Exchange, file: SiteFile, path?: string) =>
    void send(exchange, file, path).catch((error: unknown) => {
      log.error({ err: error, requestId: exchange.id }, 'a file could not be sent');
      exchange.response.destroy();
    });

  return {
    findFile: (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const path = decodedPath(request.url ?? '');
      const file = site().files.get(path);
      if (file === undefined) return undefined;
      if (SIGNED_IN_PAGES.includes(path) && !hasSession.test(request.headers.cookie ?? '')) return undefined;
      return (response) => {
        requests.began();
        answer({ request, response, id: requestId(request.headers) }, file, path);
      };
    },
    serveNotFound: (exchange) => answer(exchange, site().notFound),
  };
}

/** A path of a file, whatever of it is percent-encoded. */
export function decodedPath(url: string): string {
  const { path } = requestTarget(url);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
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

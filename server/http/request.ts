import Negotiator from 'negotiator';

/**
 * Whether the Accept header prefers a page: a browser that sends a form by itself asks for `text/html`, a program for
 * JSON, anything or nothing.
 */
export function prefersPage(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

/** Path and query of a request, also where its target is in absolute form (RFC 9112 §3.2.2). Nothing is decoded. */
export function requestTarget(url: string): { readonly path: string; readonly search: string } {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const query = target.indexOf('?');
  return query === -1
    ? { path: target, search: '' }
    : { path: target.slice(0, query), search: target.slice(query) };
}

import Negotiator from 'negotiator';

/**
 * Whether the Accept header prefers a page: a browser that sends a form by itself asks for `text/html`, a program for
 * JSON, anything or nothing.
 */
export function prefersPage(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { z } from 'zod';
import { BODY_NOT_READABLE, FIELDS_NOT_VALID, MEDIA_TYPE_NOT_SUPPORTED } from '#contract/errors.ts';
import { RefusalError, refuse } from './refusal.ts';

/**
 * Refuses a missing body (415) and invalid fields (422, each with its first problem). `refusal.ts` handles bodies that are too
 * large or not JSON.
 */
export function parseBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  if (request.body === undefined) refuse(MEDIA_TYPE_NOT_SUPPORTED);
  return parseFields(request.body, schema);
}

export function parseFields<S extends z.ZodType>(sent: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.length === 0 ? 'body' : String(issue.path[0]);
    if (!fields.has(field))
      fields.set(field, issue.path.length === 0 ? 'Please send a JSON object.' : issue.message);
  }
  return refuse(FIELDS_NOT_VALID, { fields: [...fields].map(([field, message]) => ({ field, message })) });
}

/** Parses urlencoded form bodies in a scope. A field that is sent several times becomes a list. @public */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const sent = parseUrlencoded(body as Buffer);
      if (sent === undefined || sent.size > MOST_FIELDS) return done(new RefusalError(BODY_NOT_READABLE));
      const form = Object.create(null) as Record<string, string | string[]>;
      for (const [name, value] of sent) {
        const before = form[name];
        if (Array.isArray(before)) before.push(value);
        else form[name] = before === undefined ? value : [before, value];
      }
      done(null, form);
    },
  );
}

/** Accepts UTF-8 only, because bytes of another encoding would become other characters. */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body as Buffer)) parse(request, String(body), done);
    else done(new RefusalError(BODY_NOT_READABLE));
  });
}

/** More fields than any form has. Parsing a body with many thousands of fields takes hundreds of milliseconds. */
const MOST_FIELDS = 1_000;

/** Reads at most one field more than `MOST_FIELDS`. Undefined for a body that is not UTF-8. */
export function parseUrlencoded(body: Buffer): URLSearchParams | undefined {
  const text = String(body)
    .split('&', MOST_FIELDS + 1)
    .join('&');
  const replaced = (sent: string) => sent.split('\ufffd').length;
  // Refuses a body with invalid bytes. The parser replaces them by U+FFFD, so the text then has more of these characters than were
  // sent.
  const sent = new URLSearchParams(text);
  const read = replaced([...sent].flat().join(''));
  return isUtf8(body) && read === replaced(text.replaceAll(/%EF%BF%BD/gi, '\ufffd')) ? sent : undefined;
}

/** The value of a JSON text. Undefined for any other text. @public */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A browser that submits a form asks for `text/html`. A program asks for JSON, anything or nothing. */
export function prefersPage({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

/** The path and query of a request target, which may be in absolute form (RFC 9112 §3.2.2). Decodes nothing. */
export function requestTarget(url: string): { readonly path: string; readonly search: string } {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const query = target.indexOf('?');
  return query === -1
    ? { path: target, search: '' }
    : { path: target.slice(0, query), search: target.slice(query) };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { refuse } from './refusal.ts';

/**
 * The parsed JSON body. Refuses a request without one (415) and fields that the schema does not take (422, each with
 * its first problem). `refusal.ts` handles bodies that are too large or no JSON.
 */
export function parseBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  if (request.body === undefined) refuse('MEDIA_TYPE_NOT_SUPPORTED');
  return parseFields(request.body, schema);
}

/** The parsed query, refused like a body. */
export function parseQuery<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  return parseFields(request.query, schema);
}

function parseFields<S extends z.ZodType>(sent: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.length === 0 ? 'body' : String(issue.path[0]);
    if (!fields.has(field))
      fields.set(field, issue.path.length === 0 ? 'Please send a JSON object.' : issue.message);
  }
  return refuse('FIELDS_NOT_VALID', { fields: [...fields].map(([field, message]) => ({ field, message })) });
}

/** Lets a scope take what a browser sends of a form by itself. A field that is sent several times becomes a list. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const sent = new URLSearchParams(String(body));
      const form = Object.create(null) as Record<string, string | string[]>;
      for (const name of new Set(sent.keys())) {
        const [value = '', ...more] = sent.getAll(name);
        form[name] = more.length === 0 ? value : [value, ...more];
      }
      done(null, form);
    },
  );
}

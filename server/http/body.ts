import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { refuse } from './refusal.ts';

/**
 * The JSON body that Fastify has read, as the schema describes it. Refuses a request without a JSON body (415) and
 * fields that the schema does not take (422, each named once with its first problem). A body that is too large or is not
 * JSON never gets here: `errors.ts`.
 */
export function parseBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  if (request.body === undefined) refuse('MEDIA_TYPE_NOT_SUPPORTED');
  const parsed = schema.safeParse(request.body);
  if (parsed.success) return parsed.data;
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.length === 0 ? 'body' : String(issue.path[0]);
    if (!fields.has(field))
      fields.set(field, issue.path.length === 0 ? 'Please send a JSON object.' : issue.message);
  }
  return refuse('FIELDS_NOT_VALID', { fields: [...fields].map(([field, message]) => ({ field, message })) });
}

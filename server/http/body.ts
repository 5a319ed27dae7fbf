import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { BODY_LIMITS } from '#contract/limits.ts';
import type { AppEnv } from './app-env.ts';
import { receiveBytes } from './receive-bytes.ts';
import { refuse } from './refusal.ts';

const utf8 = new TextDecoder();

function refuseLarge(limit: number): never {
  return refuse('BODY_TOO_LARGE', { values: { limit: `${limit / 1024} KiB` } });
}

/**
 * For an endpoint that takes less than the others: refuses a received body of more bytes than its limit.
 *
 * @param limit bytes
 */
export function requireBodyWithin(c: Context<AppEnv>, limit: number): void {
  if (c.get('body').byteLength > limit) refuseLarge(limit);
}

/** Asking such a request for its body would make a whole Web request of it, which costs more than the rest. */
const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD'];

/**
 * Waits until the whole body is here before anything is decided: who sends it slowly would otherwise be judged by
 * rights that are gone when it arrives. Refuses one that is too large, whether or not it said its length, and one that
 * breaks off. From here on it is `c.get('body')`.
 */
export const receiveBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (WITHOUT_BODY.includes(c.req.method)) return next();
  const body = await receiveBytes(c.req.raw, BODY_LIMITS.json);
  if (body.kind === 'too-large') refuseLarge(BODY_LIMITS.json);
  if (body.kind === 'broken') refuse('BODY_NOT_READABLE');
  c.set('body', body.bytes);
  await next();
};

/**
 * The parsed body. Refuses: another media type (415), text that is not JSON (400), fields that the schema does not
 * take (422, each named once with its first problem).
 */
export async function readJson<S extends z.ZodType>(c: Context<AppEnv>, schema: S): Promise<z.infer<S>> {
  const mediaType = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') refuse('MEDIA_TYPE_NOT_SUPPORTED');
  const parsed = schema.safeParse(parseJson(utf8.decode(c.get('body'))));
  if (parsed.success) return parsed.data;
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.length === 0 ? 'body' : String(issue.path[0]);
    if (!fields.has(field))
      fields.set(field, issue.path.length === 0 ? 'Please send a JSON object.' : issue.message);
  }
  return refuse('FIELDS_NOT_VALID', { fields: [...fields].map(([field, message]) => ({ field, message })) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('BODY_NOT_READABLE');
  }
}

import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { answersOf, chooseAnswer, type FileAnswers } from './answers.ts';
import type { Site, SiteFile } from './site.ts';

/**
 * Answers with a page or asset of the built site when there is one at the path; else lets the request pass. Most
 * requests for files never come so far: `shortcut.ts` has answered them.
 */
export function serveSite({ files }: Site): MiddlewareHandler<AppEnv> {
  const prepared = new Map([...files].map(([path, file]) => [path, answersOf(file, 200)]));
  return async (c, next) => {
    const { method, path } = c.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const answers = prepared.get(path);
    if (answers !== undefined) {
      c.set('route', path);
      return sendAnswer(c, answers);
    }
    const withoutSlash = path.slice(0, endWithoutSlashes(path));
    if (withoutSlash !== path && prepared.has(withoutSlash)) {
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

/** Answers with this page, whatever the path, as one that is not there. */
export function sendNotFound(file: SiteFile): (c: Context<AppEnv>) => Response {
  const answers = answersOf(file, 404);
  return (c) => sendAnswer(c, answers);
}

function sendAnswer(c: Context<AppEnv>, answers: FileAnswers): Response {
  const { status, headers, body } = chooseAnswer(
    answers,
    c.req.header('if-none-match'),
    c.req.header('accept-encoding'),
  );
  const sent = c.req.method === 'HEAD' || body === undefined ? null : new Uint8Array(body);
  return new Response(sent, { status, headers: pairsOf(headers) });
}

function pairsOf(headers: readonly string[]): [string, string][] {
  return Array.from({ length: headers.length / 2 }, (_, i) => [
    headers[2 * i] ?? '',
    headers[2 * i + 1] ?? '',
  ]);
}

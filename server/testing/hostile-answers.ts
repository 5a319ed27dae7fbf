import { ALL_ERRORS, type ErrorCode } from '#contract/errors.ts';
import { LAUNCH_LIST } from '#contract/paths.ts';
import { RIGHTS_API } from '#contract/rights-paths.ts';
import { YOUR_DATA_API } from '#contract/your-data-paths.ts';
import { prefersPage } from '#server/forms/preferred-answer.ts';
import type { HostileRequest } from './hostile-requests.ts';

export type HostileAnswer = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
};

/** Answered as a page to a browser without JavaScript, which asks for one. */
const WITH_PAGES = new Set<string>([LAUNCH_LIST, ...Object.values(RIGHTS_API), YOUR_DATA_API.export]);

/** What is wrong with an answer, in words; undefined when it is within the contract. */
export function problemWith(
  { method, path, headers }: HostileRequest,
  answer: HostileAnswer,
): string | undefined {
  const { status, header, text } = answer;
  if (status >= 500 && status !== ALL_ERRORS.STORAGE_AWAY.status)
    return `status ${status}: ${text.slice(0, 300)}`;
  if (header('x-content-type-options') !== 'nosniff') return `status ${status} without security headers`;
  const location = header('location');
  if (
    location !== undefined &&
    !/^\/(?![/\\])/.test(location) &&
    !/^http:\/\/site\.test:3000\//.test(location)
  )
    return `leads to ${location}`;
  if (status < 400 || method === 'HEAD') return undefined;
  const isJson = header('content-type')?.startsWith('application/json') === true;
  // `/api/..` leads out of it again; `/./api` leads to it only for a client that resolves paths, as the site does not.
  const led = URL.parse(`http://site.localhost${path}`)?.pathname ?? path;
  const isOfApi = path.startsWith('/api/') && led.startsWith('/api/');
  // What is refused before it is known what was asked for is refused in plain words.
  if (isJson) return problemWithRefusal(status, text);
  const isPage = header('content-type')?.startsWith('text/html') === true;
  if (isPage && WITH_PAGES.has(led) && prefersPage(headers.accept)) return undefined;
  return isOfApi && status !== 431 ? `status ${status} of the API is no JSON` : undefined;
}

/** A refusal is one of the catalogue, with its status, or one of the form service's protocol. */
function problemWithRefusal(status: number, text: string): string | undefined {
  const refusal = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (Array.isArray(refusal.errors) && typeof refusal.error === 'string') return undefined;
  const { code } = refusal;
  if (!isCode(code)) return `status ${status} with a code of nobody's: ${text.slice(0, 300)}`;
  if (ALL_ERRORS[code].status !== status) return `status ${status} with ${code}`;
  const isSentence = typeof refusal.message === 'string' && !/[{}]/.test(refusal.message);
  return refusal.success === false && isSentence ? undefined : `no refusal: ${text}`;
}

function isCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ALL_ERRORS, value);
}

import type { WholeAnswer } from '#server/http/whole-answer.ts';
import { once } from './once.ts';
import type { SiteFile } from './site.ts';

/** All answers that can be given with one file. Each is made when it is first given. */
export type FileAnswers = {
  readonly etag: () => string;
  readonly plain: () => WholeAnswer;
  /** Nothing where compressing does not make it smaller. */
  readonly brotli: () => WholeAnswer | undefined;
  readonly gzip: () => WholeAnswer | undefined;
  /** For who has this very content; nothing where the file stands for something that is not there. */
  readonly known: () => WholeAnswer | undefined;
};

/**
 * Puts the answers of one file together, once for all requests. Whichever way an answer goes it has the same headers,
 * not always in the same order.
 *
 * @param others what every answer at this path says besides
 */
export function answersOf(
  file: SiteFile,
  status: 200 | 404,
  others: Readonly<Record<string, string>> = {},
): FileAnswers {
  const always = () => ({ ...others, ...file.headers, ETag: file.etag });
  const whole = (body: Buffer, encoding?: string): WholeAnswer => ({
    status,
    headers: flat({
      ...always(),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    }),
    body,
  });
  return {
    etag: once(() => file.etag),
    plain: once(() => whole(file.plain)),
    brotli: ofLatest(
      () => file.brotli,
      (body) => whole(body, 'br'),
    ),
    gzip: once(() => file.gzip && whole(file.gzip, 'gzip')),
    known: once(() =>
      status === 200 ? { status: 304, headers: flat(always()), body: undefined } : undefined,
    ),
  };
}

/** The answer for the body that there is at the time: a better compressed one may have taken its place. */
function ofLatest(
  bodyNow: () => Buffer | undefined,
  make: (body: Buffer) => WholeAnswer,
): () => WholeAnswer | undefined {
  let made: WholeAnswer | undefined;
  return () => {
    const body = bodyNow();
    if (body === undefined) return undefined;
    if (made?.body !== body) made = make(body);
    return made;
  };
}

type Readable = { readonly accepted: string; readonly brotli: boolean; readonly gzip: boolean };

/** Nearly all browsers say the same. */
let lastReadable: Readable = { accepted: '', brotli: false, gzip: false };

function readableBy(accepted: string): Readable {
  if (accepted !== lastReadable.accepted)
    lastReadable = {
      accepted,
      brotli: /\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted),
      gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted),
    };
  return lastReadable;
}

/** The smallest form that the client reads; 304 when it has this very content. */
export function chooseAnswer(
  answers: FileAnswers,
  ifNoneMatch: string | undefined,
  accepted = '',
): WholeAnswer {
  const { brotli, gzip } = readableBy(accepted);
  return (
    (ifNoneMatch !== undefined && names(ifNoneMatch, answers.etag()) ? answers.known() : undefined) ??
    (brotli ? answers.brotli() : undefined) ??
    (gzip ? answers.gzip() : undefined) ??
    answers.plain()
  );
}

function names(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function flat(headers: Readonly<Record<string, string>>): readonly string[] {
  return [...new Headers(headers)].flat();
}

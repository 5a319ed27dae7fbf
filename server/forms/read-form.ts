import { BODY_LIMITS } from '#contract/limits.ts';
import { receiveBytes } from '#server/http/receive-bytes.ts';
import type { FormDefinition } from './form-definitions.ts';
import { collectEntries, type FormEntries, type RawEntry } from './form-entries.ts';
import { type FormRefusal, refusalOf } from './form-refusal.ts';

export type ReadForm = { readonly kind: 'read'; readonly entries: FormEntries } | FormRefusal;

/**
 * Reads a submission: multipart, urlencoded, or a JSON object. Takes no more bytes than the form allows, and waits for
 * all of them. Never throws because of what was sent: every unreadable body is a refusal.
 */
export async function readForm(request: Request, form: FormDefinition): Promise<ReadForm> {
  const body = await receiveBytes(request, BODY_LIMITS.form + (form.files?.bytes ?? 0));
  if (body.kind === 'broken') return refusalOf('BODY_NOT_READABLE');
  const contentType = request.headers.get('content-type') ?? '';
  if (body.kind === 'too-large') return tooLarge(form, contentType, body.start);
  const raw = await parse(body.bytes, contentType);
  if (raw.kind === 'refused') return raw;
  const entries = await collectEntries(raw.entries);
  return entries === undefined ? refusalOf('TOO_MANY_FIELDS') : { kind: 'read', entries };
}

/** Bytes of the longest letter that the forms of the site take, in the widest encoding. */
const LETTER_MAX = 64 * 1024;

/**
 * Takes in what was sent to a form that refuses it anyhow, and throws it away; only a letter that somebody will look at
 * again is read. Undefined otherwise, and where there is none.
 *
 * @param isShownAgain whether the answer is a page
 */
export async function readRefused(request: Request, isShownAgain: boolean): Promise<FormEntries | undefined> {
  const body = await receiveBytes(request, isShownAgain ? LETTER_MAX : 0);
  if (!isShownAgain || body.kind !== 'whole') return undefined;
  const raw = await parse(body.bytes, request.headers.get('content-type') ?? '');
  return raw.kind === 'parsed' ? collectEntries(raw.entries) : undefined;
}

/** A file makes a body large more often than a text does; the start of the body tells which it was. */
function tooLarge(form: FormDefinition, contentType: string, start: Buffer): FormRefusal {
  const holdsFile =
    mediaTypeOf(contentType) === 'multipart/form-data' && /;\s*filename\*?=/i.test(start.toString('latin1'));
  if (!holdsFile) return refusalOf('BODY_TOO_LARGE');
  return refusalOf(form.files === undefined ? 'NO_FILE_UPLOADS' : 'FILES_TOO_BIG');
}

type Parsed = { readonly kind: 'parsed'; readonly entries: readonly RawEntry[] } | FormRefusal;

async function parse(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Parsed> {
  if (bytes.length === 0) return { kind: 'parsed', entries: [] };
  switch (mediaTypeOf(contentType)) {
    case 'application/json':
      return parseJson(bytes);
    case 'application/x-www-form-urlencoded':
      return { kind: 'parsed', entries: [...new URLSearchParams(bytes.toString('utf8'))] };
    case 'multipart/form-data':
      return parseMultipart(bytes, contentType);
    default:
      return refusalOf('MEDIA_TYPE_NOT_SUPPORTED');
  }
}

function parseJson(bytes: Buffer): Parsed {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refusalOf('BODY_NOT_READABLE');
    return { kind: 'parsed', entries: Object.entries(value) };
  } catch {
    return refusalOf('BODY_NOT_READABLE');
  }
}

async function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Parsed> {
  try {
    const data = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return { kind: 'parsed', entries: [...data] };
  } catch {
    return refusalOf('BODY_NOT_READABLE');
  }
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

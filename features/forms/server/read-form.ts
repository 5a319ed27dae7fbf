import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { tidyName } from '#contract/display-name.ts';
import { BODY_NOT_READABLE } from '#contract/errors.ts';
import { NOTICE_FIELD } from '#contract/fields.ts';
import { BODY_LIMITS } from '#contract/limits.ts';
import { isStorable, withPlainBreaks } from '#contract/text.ts';
import { parseUrlencoded } from '#server/http/body.ts';
import { refuse } from '#server/http/refusal.ts';
import type { FormDefinition } from './form-definitions.ts';
import { FormRefusalError, refuseForm } from './form-refusal.ts';

/** A received body. `too-large`: only the beginning of a body that is too large for any form. */
export type ReceivedBody = { readonly kind: 'whole' | 'too-large'; readonly bytes: Buffer<ArrayBuffer> };

/**
 * The maximum number of bytes over the limit that are read and dropped before a body is refused. Without this, a client that is
 * still sending would see only a broken connection.
 */
const READ_PAST_LIMIT = 16 * 1024 * 1024;

/**
 * Reads a body and keeps about `limit` bytes of it in memory.
 * @param past further bytes that are read and dropped before the connection is closed
 */
export async function receiveForm(
  stream: Readable,
  limit: number,
  past = READ_PAST_LIMIT,
): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size <= limit) chunks.push(chunk);
      size += chunk.length;
      if (size > limit + past) break;
    }
  } catch (cause) {
    // The visitor has closed the connection. The error becomes a refusal, which does not count as a server error.
    refuse(BODY_NOT_READABLE, { cause });
  }
  return { kind: size > limit ? 'too-large' : 'whole', bytes: Buffer.concat(chunks) };
}

export function bodyLimitOf({ files }: Pick<FormDefinition, 'files'>): number {
  return BODY_LIMITS.form + (files?.bytes ?? 0);
}

/** Parses a multipart body, a urlencoded body or a JSON object. Refuses an unreadable body. */
export async function readForm(
  { kind, bytes }: ReceivedBody,
  contentType: string,
  form: FormDefinition,
): Promise<FormEntries> {
  if (kind === 'too-large' || bytes.length > bodyLimitOf(form)) refuseTooLarge(form, contentType, bytes);
  return collectEntries(await parse(bytes, contentType));
}

/** Bytes of the longest message that a form accepts, in the longest encoding. */
const LETTER_MAX = 64 * 1024;

/** The content of a refused form, to show it again. Undefined if it is unreadable or too long. */
export async function readRefused(
  { kind, bytes }: ReceivedBody,
  contentType: string,
): Promise<FormEntries | undefined> {
  if (kind !== 'whole' || bytes.length > LETTER_MAX) return undefined;
  try {
    return await collectEntries(await parse(bytes, contentType));
  } catch (error) {
    if (error instanceof FormRefusalError) return undefined;
    throw error;
  }
}

/** Refuses a body that is too large. The body's beginning shows whether files are the reason. */
function refuseTooLarge(form: FormDefinition, contentType: string, start: Buffer): never {
  const holdsFile =
    mediaTypeOf(contentType) === 'multipart/form-data' && /;\s*filename\*?=/i.test(start.toString('latin1'));
  if (!holdsFile) refuseForm('BODY_TOO_LARGE');
  refuseForm(form.files === undefined ? 'NO_FILE_UPLOADS' : 'FILES_TOO_BIG');
}

async function parse(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<readonly RawEntry[]> {
  if (bytes.length === 0) return [];
  switch (mediaTypeOf(contentType)) {
    case 'application/json':
      return parseJson(bytes);
    case 'application/x-www-form-urlencoded':
      return [...(parseUrlencoded(bytes) ?? refuseForm('BODY_NOT_READABLE'))];
    case 'multipart/form-data':
      return parseMultipart(bytes, contentType);
    default:
      return refuseForm('MEDIA_TYPE_NOT_SUPPORTED');
  }
}

function parseJson(bytes: Buffer): readonly RawEntry[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  } catch {}
  return refuseForm('BODY_NOT_READABLE');
}

async function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<readonly RawEntry[]> {
  const response = new Response(bytes, { headers: { 'content-type': contentType } });
  const entries = [...(await response.formData().catch(() => refuseForm('BODY_NOT_READABLE')))];
  // The decoder writes U+FFFD into a part that is not UTF-8. Such a body is refused, unless the body itself contains this
  // character.
  const isRead =
    bytes.includes('\ufffd') ||
    !entries.flat().some((part) => typeof part === 'string' && part.includes('\ufffd'));
  return isRead ? entries : refuseForm('BODY_NOT_READABLE');
}

function mediaTypeOf(contentType: string): string {
  try {
    return new MIMEType(contentType).essence;
  } catch {
    return '';
  }
}

/** The fields of a body, not checked against a form yet. The database accepts all their names and texts. */
export type FormEntries = {
  /** The fields are in the order of first appearance. Values of a repeated field are joined by `, `. */
  readonly texts: ReadonlyMap<string, string>;
  /** Fields that were lists or objects in JSON. Never contains the spam trap, whose content always counts as text. */
  readonly notText: ReadonlySet<string>;
  /**
   * Fields whose name or text could not be stored unchanged. `texts` has the part that can be stored, so that the page can show
   * it again. Never contains the spam trap.
   */
  readonly notStorable: ReadonlySet<string>;
  readonly files: readonly FormFile[];
};

export type FormFile = {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
};

/** The maximum number of fields in a body. No page has as many, and reading so many is still quick. */
const MOST_FIELDS = 50;
/** The maximum number of values of all fields together. One field, such as a group of checkboxes, may have many. */
const MOST_VALUES = 500;
const LONGEST_KEY = 100;
const LONGEST_FILE_NAME = 200;

type RawEntry = readonly [key: string, value: unknown];

/** Refuses too many fields and too long names. A Map keeps field names from becoming keys of an object. */
export async function collectEntries(raw: readonly RawEntry[]): Promise<FormEntries> {
  if (raw.length > MOST_VALUES) refuseForm('TOO_MANY_FIELDS');
  const texts = new Map<string, string[]>();
  const notText = new Set<string>();
  const files: FormFile[] = [];
  const fields = new Set<string>();
  const notStorable = new Set<string>();
  const addText = (key: string, written: string) => {
    const text = withPlainBreaks(written.toWellFormed().replaceAll('\0', ''));
    const values = texts.get(key);
    if (values === undefined) texts.set(key, [text]);
    else values.push(text);
  };
  for (const [rawKey, value] of raw) {
    const key = tidyName(rawKey);
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    fields.add(key);
    if (key.length > LONGEST_KEY || fields.size > MOST_FIELDS) refuseForm('TOO_MANY_FIELDS');
    if (key === SPECIAL.trap) {
      if (!isNothing(value)) addText(key, isText ? tidyName(String(value)) : IN_THE_TRAP);
    } else if (isText) {
      if (!isStorable(rawKey + String(value))) notStorable.add(key);
      addText(key, String(value));
    } else if (isNothing(value)) continue;
    else if (value instanceof File) files.push(await fileOf(key, value));
    else notText.add(key);
  }
  return {
    texts: new Map([...texts].map(([key, values]) => [key, values.join(', ')])),
    notText,
    notStorable,
    files,
  };
}

/** This text replaces a list, object or file in the spam trap, because a refusal would reveal the trap. */
const IN_THE_TRAP = 'filled in';

/** True for null, and for the empty file that browsers send if no file was chosen. */
function isNothing(value: unknown): boolean {
  return value === null || (value instanceof File && value.name === '' && value.size === 0);
}

async function fileOf(field: string, file: File): Promise<FormFile> {
  // Keeps only the part after the last slash, because some browsers send a whole path as the file name.
  const name = [...tidyName(file.name.split(/[/\\]/).at(-1) ?? '')].slice(-LONGEST_FILE_NAME).join('');
  return {
    field,
    name: name === '' ? 'file' : name,
    type: tidyName(file.type).slice(0, LONGEST_KEY),
    bytes: Buffer.from(await file.arrayBuffer()),
  };
}

/** Fields with a special meaning for the form service (docs/product.md, "Form fields"). */
export const SPECIAL = {
  trap: '_gotcha',
  replyTo: '_replyto',
  subject: '_subject',
  next: '_next',
  notice: NOTICE_FIELD,
} as const;

const NAMES: readonly string[] = Object.values(SPECIAL);

export function isSpecial(name: string): boolean {
  return NAMES.includes(name);
}

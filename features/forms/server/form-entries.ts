import { tidyName } from '#contract/display-name.ts';
import { NOTICE_FIELD } from '#contract/notices.ts';
import { isStorable, withPlainBreaks } from '#contract/text.ts';

/** What a body held, before anything is known about the form. Keys and texts can be stored as they are. */
export type FormEntries = {
  /** In the order of their first appearance; values of a repeated field are joined by `, `. */
  readonly texts: ReadonlyMap<string, string>;
  /** Fields that held something other than text: lists and objects of JSON. Never the trap: what is in it counts as text. */
  readonly notText: ReadonlySet<string>;
  /** Fields whose text or name cannot be stored as it was sent; what is left of it is in `texts`, to be shown again. Never the trap. */
  readonly notStorable: ReadonlySet<string>;
  readonly files: readonly FormFile[];
};

export type FormFile = {
  readonly field: string;
  readonly name: string;
  /** As the sender named it; never to be trusted. */
  readonly type: string;
  readonly bytes: Buffer;
};

/** More fields than any page has, and few enough to read. */
const MOST_FIELDS = 50;
/** Values of all fields together: a field may be sent many times, as by boxes to tick. */
const MOST_VALUES = 500;
const LONGEST_KEY = 100;
const LONGEST_FILE_NAME = 200;

/** A field as it stands in a body. */
export type RawEntry = readonly [key: string, value: unknown];

/**
 * Collects the fields of a body; `undefined` when there are too many, or keys are too long. Names of fields never
 * become keys of an object.
 */
export async function collectEntries(raw: readonly RawEntry[]): Promise<FormEntries | undefined> {
  if (raw.length > MOST_VALUES) return undefined;
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
    if (key.length > LONGEST_KEY) return undefined;
    fields.add(key);
    if (fields.size > MOST_FIELDS) return undefined;
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

/** What stands for a list, an object or a file: a program that put it into the trap must not hear that it does not fit. */
const IN_THE_TRAP = 'filled in';

/** A browser sends a file even where nobody chose one. */
function isNothing(value: unknown): boolean {
  return value === null || (value instanceof File && value.name === '' && value.size === 0);
}

async function fileOf(field: string, file: File): Promise<FormFile> {
  // A browser may send a whole path; only its end is a name.
  const name = [...tidyName(file.name.split(/[/\\]/).at(-1) ?? '')].slice(-LONGEST_FILE_NAME).join('');
  return {
    field,
    name: name === '' ? 'file' : name,
    type: tidyName(file.type).slice(0, LONGEST_KEY),
    bytes: Buffer.from(await file.arrayBuffer()),
  };
}

/** Fields with a meaning of their own (docs/product.md, "Form fields"). */
export const SPECIAL = {
  trap: '_gotcha',
  replyTo: '_replyto',
  subject: '_subject',
  next: '_next',
  /** The version of the notice that the page showed. */
  notice: NOTICE_FIELD,
} as const;

const NAMES: readonly string[] = Object.values(SPECIAL);

/** Whether a field means something to the service, and is nothing that somebody writes. */
export function isSpecial(name: string): boolean {
  return NAMES.includes(name);
}

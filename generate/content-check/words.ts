import type { z } from 'zod';

/** Keys of texts that people read or that code looks up: none may be empty. */
const TEXTS = ['title', 'name', 'role', 'label', 'content', 'description', 'text', 'lead', 'id', 'icon'];

/** Keys that identify a list entry. Two entries with the same value are an unfinished copy. */
const UNIQUE = ['id', 'path', 'title', 'name'];

const LINKS = ['to', 'href', 'page'];

/**
 * Mistakes that any content file can have: empty texts, duplicate entries, links to missing pages. Functions are not called,
 * so their results are not checked.
 *
 * @param known valid link targets: paths, and the keys of `PAGES`
 */
export function mistakesInWords(
  file: string,
  exports: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly string[] {
  return Object.entries(exports).flatMap(([name, value]) => inside(`${file}, ${name}`, value, known));
}

function inside(where: string, value: unknown, known: ReadonlySet<string>): readonly string[] {
  if (Array.isArray(value))
    return [
      ...doubles(where, value),
      ...value.flatMap((item, index) => inside(`${where} ${nameOf(item, index)}`, item, known)),
    ];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'string') return inside(`${where}.${key}`, inner, known);
    if (TEXTS.includes(key) && inner.trim() === '') return [`${where}: “${key}” must not be empty.`];
    if (LINKS.includes(key) && leadsNowhere(inner, known))
      return [`${where}: “${key}” must lead to a page of this site or to an https address, is “${inner}”.`];
    return [];
  });
}

/** A short description of a list entry for people. */
function nameOf(item: unknown, index: number): string {
  const entry: Record<string, unknown> = typeof item === 'object' && item !== null ? { ...item } : {};
  const name = UNIQUE.map((key) => entry[key]).find((value) => typeof value === 'string' && value !== '');
  return name === undefined ? `no. ${index + 1}` : `“${name}”`;
}

function doubles(where: string, list: readonly unknown[]): readonly string[] {
  return UNIQUE.flatMap((key) => {
    const values = list.flatMap((item) =>
      typeof item === 'object' && item !== null ? [(item as Record<string, unknown>)[key]] : [],
    );
    const twice = values.filter(
      (value, index) => typeof value === 'string' && values.indexOf(value) !== index,
    );
    return [...new Set(twice)].map((value) => `${where}: two entries have the ${key} “${value}”.`);
  });
}

/** True if a link points to a missing page of this site. Links to other sites are not checked. */
export function leadsNowhere(link: string, known: ReadonlySet<string>): boolean {
  if (/^(?:https:\/\/|mailto:|tel:|#)/.test(link)) return false;
  return !known.has(link.replace(/[?#].*$/, ''));
}

/** Validation errors of zod as sentences: `content/posts/x.md: “date” must look like 2025-01-14, is “14 Jan”.` */
export function sentencesFor(where: string, error: z.ZodError, value: unknown): readonly string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${where}: ${quoted([...issue.path, key])} is no field of it.`);
    const found = at(value, issue.path);
    return [
      `${where}: ${quoted(issue.path)} ${issue.message}, ${found === undefined ? 'is missing' : `is ${shown(found)}`}.`,
    ];
  });
}

function quoted(path: readonly PropertyKey[]): string {
  return `“${path.map(String).join('.')}”`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return typeof value === 'string'
    ? `“${short}”${text.length > LONGEST ? ` (${text.length} characters)` : ''}`
    : short;
}

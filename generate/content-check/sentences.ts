import type { z } from 'zod';

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

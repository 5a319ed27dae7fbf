import { parse } from 'yaml';
import { z } from 'zod';
import { FOOTER_GROUPS } from '#content/pages.ts';
import { TEAM } from '#content/team.ts';
import { day } from '#contract/fields.ts';
import { sentencesFor } from '../content-check/sentences.ts';

const text = (sentence: string) => z.string(sentence).trim().min(1, sentence);
const between = (min: number, max: number) => {
  const sentence = `must be a text of ${min} to ${max} characters`;
  return text(sentence).min(min, sentence).max(max, sentence);
};

/** A date that exists in the calendar: 2025-02-30 is refused. */
export const ISO_DAY = day('must look like 2025-01-14');

const TITLE = between(3, 90);

/** The schema for the front matter of `content/posts`. */
export const POST = z.strictObject({
  title: TITLE,
  date: ISO_DAY,
  summary: between(50, 200),
  tags: z
    .array(text('must be a list of words'), 'must be a list of words, like [measuring, tokens]')
    .min(1, 'must name at least one tag'),
  author: z
    .enum(
      TEAM.members.map(({ name }) => name),
      'must be somebody of content/team.ts',
    )
    .optional(),
});

const GROUPS = [...FOOTER_GROUPS, 'Legal'] as const;

/** The schema for the front matter of `content/documents`. */
export const DOCUMENT = z.strictObject({
  title: TITLE,
  description: between(50, 160),
  updated: text('must say when, like November 2024'),
  menu: z
    .strictObject({
      group: z.enum(GROUPS, `must be one of ${GROUPS.join(', ')}`),
      label: text('must be the words of the link'),
    })
    .optional(),
});

export type Split<T> = { readonly attributes: T; readonly body: string };

/**
 * Separates the front matter from a file and checks it.
 *
 * @param file the path of the file, for error messages
 * @throws Error with one sentence per line for the author
 */
export function splitFrontMatter<T>(schema: z.ZodType<T>, file: string, source: string): Split<T> {
  const [, yaml, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (yaml === undefined || body === undefined)
    throw new Error(`${file} must start with its title and so on between two lines of ---`);
  const value = parsedYaml(file, yaml);
  const found = schema.safeParse(value);
  if (!found.success) throw new Error(sentencesFor(file, found.error, value).join('\n'));
  return { attributes: found.data, body };
}

function parsedYaml(file: string, yaml: string): unknown {
  try {
    return parse(yaml) ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Error(`${file}: the lines between --- are no YAML: ${reason}`);
  }
}

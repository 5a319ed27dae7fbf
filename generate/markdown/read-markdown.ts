import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type DocumentPage, newestFirst, type Post } from '#content/markdown.ts';
import { FOOTER_GROUPS } from '#content/pages.ts';
import { TEAM } from '#content/team.ts';
import { day } from '#contract/fields.ts';
import { sentencesFor } from '../content-check/words.ts';
import { FENCED_CODE, fillPlaceholders } from './placeholders.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const WORDS_A_MINUTE = 220;

const text = (sentence: string) => z.string(sentence).trim().min(1, sentence);
const between = (min: number, max: number) => {
  const sentence = `must be a text of ${min} to ${max} characters`;
  return text(sentence).min(min, sentence).max(max, sentence);
};

const TITLE = between(3, 90);

/** The schema for the front matter of `content/posts`. */
const POST = z.strictObject({
  title: TITLE,
  // A date that exists in the calendar: 2025-02-30 is refused.
  date: day('must look like 2025-01-14'),
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
const DOCUMENT = z.strictObject({
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

/** A Markdown file with checked attributes and filled placeholders. */
export type Article<T> = {
  readonly attributes: T;
  readonly body: string;
  /** The file's name in messages: `content/posts/x.md`. */
  readonly file: string;
};

/** The posts, newest first. Throws the mistakes of all files, one sentence per line. */
export function readPosts(root: string = ROOT): readonly Post[] {
  return readAll('posts', root, readPost)
    .map(({ attributes }) => attributes)
    .sort(newestFirst);
}

/** The document pages, by their paths. Throws mistakes like `readPosts`. */
export function readDocuments(root: string = ROOT): readonly DocumentPage[] {
  return readAll('documents', root, readDocument).map(({ attributes }) => attributes);
}

/** Reads one post from its text. Throws mistakes like `readPosts`. */
export function readPost(file: string, source: string): Article<Post> {
  const { attributes, body } = splitFrontMatter(POST, file, fillPlaceholders(file, source));
  const slug = slugOf(file);
  const words = wordsIn(body);
  const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE));
  const { author, ...rest } = attributes;
  const post = { slug, path: `/blog/${slug}` as const, ...rest, ...(author && { author }), minutes, words };
  return { attributes: post, body, file };
}

/** Reads one document from its text. Throws mistakes like `readPosts`. */
export function readDocument(file: string, source: string): Article<DocumentPage> {
  const { attributes, body } = splitFrontMatter(DOCUMENT, file, fillPlaceholders(file, source));
  const { menu, ...rest } = attributes;
  const slug = slugOf(file);
  return { attributes: { slug, path: `/${slug}`, ...rest, ...(menu && { menu }) }, body, file };
}

/** Reads every file of a folder; a missing folder counts as empty. Throws the mistakes of all files together. */
export function readAll<T>(
  folder: 'posts' | 'documents',
  root: string,
  read: (file: string, source: string) => T,
): readonly T[] {
  const mistakes: string[] = [];
  const files = globSync(`content/${folder}/*.md`, { cwd: root }).sort();
  const found = files
    .map((name) => name.replaceAll(sep, '/'))
    .flatMap((file) => {
      try {
        return [read(file, readFileSync(join(root, file), 'utf8'))];
      } catch (error) {
        mistakes.push(error instanceof Error ? error.message : String(error));
        return [];
      }
    });
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return found;
}

function slugOf(file: string): string {
  const slug = /([^/]+)\.md$/.exec(file)?.[1] ?? '';
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new Error(
      `${file}: its name becomes its address, so it may have a–z, 0–9 and single hyphens only.`,
    );
  return slug;
}

function wordsIn(markdown: string): number {
  const prose = markdown.replace(FENCED_CODE, '').replace(/\]\([^)]*\)|<[^>]+>/g, ' ');
  return prose.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu)?.length ?? 0;
}

/**
 * Separates the front matter from a file and checks it.
 *
 * @param file the path of the file, for error messages
 * @throws Error with one sentence per line for the author
 */
function splitFrontMatter<T>(schema: z.ZodType<T>, file: string, source: string) {
  const [, yaml, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (yaml === undefined || body === undefined)
    throw new Error(
      `${file} must start with front matter: its title and other attributes, between two lines of ---`,
    );
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

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type DocumentPage, newestFirst, type Post } from '#content/markdown.ts';
import { DOCUMENT, POST, splitFrontMatter } from './front-matter.ts';
import { FENCED_CODE, fillPlaceholders } from './placeholders.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const WORDS_A_MINUTE = 220;

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

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TEAM } from '#content/team.ts';

const POSTS = 'content/posts';
const AN_ENTRY = /^ {2}\{\n(?: {4}.*\n)*? {4}sample: true,\n {2}\},\n/gm;

/** The invented people of the team page. */
export const SAMPLE_PEOPLE: readonly string[] = TEAM.members
  .filter(({ sample }) => sample)
  .map(({ name }) => name);

/** `content/team.ts` without its invented people. */
export function withoutSamplePeople(code: string): string {
  return code.replaceAll(AN_ENTRY, '');
}

/** Whether an invented person wrote it. */
export function isSamplePost(markdown: string): boolean {
  const author = /^author: (.*)$/m.exec(markdown)?.[1]?.trim() ?? '';
  return SAMPLE_PEOPLE.includes(author);
}

/** Deletes what invented people wrote; posts of your own stay. */
export function deleteSamplePosts(root: string, read: (file: string) => string): void {
  for (const name of readdirSync(join(root, POSTS)).filter((name) => name.endsWith('.md')))
    if (isSamplePost(read(`${POSTS}/${name}`))) rmSync(join(root, POSTS, name));
}

import { TEAM } from '#content/team.ts';

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

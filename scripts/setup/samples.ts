import { TEAM } from '#content/team.ts';

const AN_ENTRY = /^ {2}\{\n(?: {4}.*\n)*? {4}sample: true,\n {2}\},\n/gm;

/** The invented people of the team page. */
export const SAMPLE_PEOPLE: readonly string[] = TEAM.members
  .filter(({ sample }) => sample)
  .map(({ name }) => name);

/** `content/team.ts` without its invented people. The guide for new people adds them on a line of their own, below the bracket. */
export function withoutSamplePeople(code: string): string {
  return code
    .replaceAll(AN_ENTRY, '')
    .replace(
      /^(const MEMBERS.* = \[\n)(?=\];)/m,
      '$1  // How to add somebody: docs/guides/add-a-team-member.md\n',
    );
}

/** Whether an invented person wrote it. */
export function isSamplePost(markdown: string): boolean {
  const author = /^author: (.*)$/m.exec(markdown)?.[1]?.trim() ?? '';
  return SAMPLE_PEOPLE.includes(author);
}

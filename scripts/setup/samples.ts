import { TEAM } from '#content/team.ts';

const AN_ENTRY = /^ {2}\{\n(?: {4}.*\n)*? {4}sample: true,\n {2}\},\n/gm;

export const SAMPLE_PEOPLE: readonly string[] = TEAM.members
  .filter(({ sample }) => sample)
  .map(({ name }) => name);

/**
 * `content/team.ts` without the invented people. The opening bracket keeps its own line, because the steps of a guide insert new
 * people below that line.
 */
export function withoutSamplePeople(code: string): string {
  return code
    .replaceAll(AN_ENTRY, '')
    .replace(
      /^(const MEMBERS.* = \[\n)(?=\];)/m,
      '$1  // How to add somebody: docs/guides/add-a-team-member.md\n',
    );
}

/** True if the author of a post is an invented person. */
export function isSamplePost(markdown: string): boolean {
  const author = /^author: (.*)$/m.exec(markdown)?.[1]?.trim() ?? '';
  return SAMPLE_PEOPLE.includes(author);
}

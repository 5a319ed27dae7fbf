import { TEAM } from '#content/team.ts';

const AN_ENTRY = /^ {2}\{\n(?: {4}.*\n)*? {4}sample: true,\n {2}\},\n/gm;

export const SAMPLE_PEOPLE: readonly string[] = TEAM.members
  .filter(({ sample }) => sample)
  .map(({ name }) => name);

/**
 * `content/team.ts` without its invented people. The opening bracket keeps a line of its own, because the guide inserts new people below
 * it.
 */
export function withoutSamplePeople(code: string): string {
  return code
    .replaceAll(AN_ENTRY, '')
    .replace(
      /^(const MEMBERS.* = \[\n)(?=\];)/m,
      '$1  // How to add somebody: docs/guides/add-a-team-member.md\n',
    );
}

/** True if an invented person wrote the post. */
export function isSamplePost(markdown: string): boolean {
  const author = /^author: (.*)$/m.exec(markdown)?.[1]?.trim() ?? '';
  return SAMPLE_PEOPLE.includes(author);
}

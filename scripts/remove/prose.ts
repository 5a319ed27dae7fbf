import { read, trackedFiles } from './files.ts';

const PROSE = /^(?:content\/.*\.(?:ts|md)|docs\/(?!decisions).*\.md|deploy\/.*\.md|(?:README|AGENTS)\.md)$/;

/** Finds where texts mention a removed feature by name, with hyphens or spaces, in singular or plural. */
export function findProse(
  names: readonly string[],
): readonly { readonly file: string; readonly lines: readonly number[] }[] {
  const words = names.map((name) => name.replace(/s$/, '').replaceAll('-', '[- ]'));
  const mention = new RegExp(`\\b(?:${words.join('|')})`, 'i');
  return trackedFiles()
    .filter((file) => PROSE.test(file))
    .map((file) => {
      const text = read(file).split('\n');
      return { file, lines: text.flatMap((line, at) => (mention.test(line) ? [at + 1] : [])) };
    })
    .filter(({ lines }) => lines.length > 0);
}

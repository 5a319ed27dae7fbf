import { type ChainProblem, type ChainReport, verifyChain } from '#server/audit/verify-chain.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { plural } from '../plural.ts';
import { printableJson } from '../printable-text.ts';

const PROBLEMS: Readonly<Record<ChainProblem['kind'], string>> = {
  missing: 'was removed',
  changed: 'was changed, or made by somebody without the secret',
  'out-of-place': 'does not follow the one before it: something was put in, taken out or moved here',
  stray: 'is outside of the chain: somebody put it there',
  'end-differs': 'is not the line that the log ended with',
  'head-forged': 'is not where the site left the end of the log: somebody moved its beginning or its end',
  'broken-before':
    'was written when the site found that somebody had moved the beginning or the end of the log; what stood before it may have been cut',
  'unexplained-key':
    'was made with a secret that the site does not have, and no line tells of a change of it where one would stand',
  'unexplained-change': 'tells of a change of the secret to one that was in use before',
};
/** Of a log that was emptied, nobody reads ten thousand lines. */
const SHOWN = 20;

/** `audit verify`: fails, and names the places, when something is wrong. */
export async function verifyAudit(deps: OperatorDeps, format: string): Promise<void> {
  const report = await verifyChain(await deps.openDb(), auditDeps(deps));
  const isWhole = report.problems.length === 0;
  const text = format === 'json' ? printableJson({ whole: isWhole, ...report }) : inWords(report).join('\n');
  if (isWhole || format === 'json') deps.print(text);
  if (!isWhole) throw new Error(format === 'json' ? 'The log is not whole.' : text);
}

function inWords({ problems, lines, unknownKey, unchained, secretChanges, head }: ChainReport): string[] {
  const more = problems.length - SHOWN;
  const said = [
    problems.length === 0
      ? `The log is whole: ${countOf(lines)}, from place ${head.first_seq} to place ${head.seq}.`
      : `The log is not whole (${countOf(lines)}):`,
    ...problems.slice(0, SHOWN).map((problem) => `  ${placeOf(problem)} ${PROBLEMS[problem.kind]}.`),
    ...(more > 0 ? [`  … and ${more} more.`] : []),
    `It ends at place ${head.seq} with ${head.link || 'nothing'}. The site logs both each hour: they must agree.`,
  ];
  for (const { seq, at } of secretChanges) {
    said.push(`AUTH_SECRET was changed at place ${seq} (${at.slice(0, 16).replace('T', ' ')}). Was it you?`);
  }
  if (unknownKey > 0) {
    said.push(
      `Nobody can tell whether ${countOf(unknownKey)} of before were changed: they were made with a secret that the site no longer has (AUTH_SECRET_ACCEPTED).`,
    );
  }
  if (unchained > 0) {
    said.push(`Beside the chain there are ${countOf(unchained)} from before it began; they prove nothing.`);
  }
  return said;
}

function placeOf({ from, to }: ChainProblem): string {
  return from === to ? `Place ${from}` : `Each of the places ${from} to ${to}`;
}

function countOf(count: number): string {
  return plural(count, 'line');
}

import { plural } from '#server/plural.ts';
import type { ChainProblem, ChainReport, KeptSeal } from './verify-chain.ts';

const PROBLEMS: Readonly<Record<ChainProblem['kind'], string>> = {
  missing: 'was removed',
  changed: 'was changed, moved, or put in by somebody without the secret',
  stray: 'is outside of the chain: somebody put it there',
  'end-differs': 'is not the line that the log ended with',
  'head-changed': 'is not where the site left the end of the log: somebody moved its beginning or its end',
  'seal-not-ours':
    'was written when the site found that somebody had moved the beginning or the end of the log; what stood before it may have been cut',
  'seal-differs':
    'is not as the kept seal says: lines were cut, put back (by a restored backup?) or written anew',
};
/** Of a log that was emptied, nobody reads ten thousand lines. */
const SHOWN = 20;

const SEAL = /^([1-9]\d{0,14}):([\w.-]+)$/;
/** What somebody sent, and is logged, has its quotation marks escaped. */
const SEAL_IN_LOG = /"seal":"([1-9]\d{0,14}):([\w.-]+)"/;

/** A seal as it is written, `PLACE:LINK`; undefined for anything else. */
export const readSeal = (text: string) => sealIn(SEAL.exec(text));

/** The seal in a line of the site's log; undefined where there is none. */
export const readLoggedSeal = (line: string) => sealIn(SEAL_IN_LOG.exec(line));

function sealIn(found: RegExpExecArray | null): KeptSeal | undefined {
  return found === null ? undefined : { seq: Number(found[1]), link: found[2] ?? '' };
}

/**
 * What was found, in sentences: what is wrong and where, else what the lines were compared with.
 *
 * @param howToGive where a kept seal is given, for whoever gave none
 */
export function describeReport(report: ChainReport, seals: readonly KeptSeal[], howToGive: string): string[] {
  const { problems, lines, unknownSecret, unsealed, head } = report;
  const more = problems.length - SHOWN;
  const said =
    problems.length === 0
      ? verdict(report, seals, howToGive)
      : [
          `The log is not whole (${countOf(lines)}):`,
          ...problems.slice(0, SHOWN).map((problem) => `  ${placeOf(problem)} ${PROBLEMS[problem.kind]}.`),
          ...(more > 0 ? [`  … and ${more} more.`] : []),
        ];
  if (head.seq > 0) said.push(`The newest seal in the database is ${head.seq}:${head.link}`);
  if (unsealed > 0) {
    said.push(
      `Not yet sealed, and so not checked: ${countOf(unsealed)}. The running site seals each second.`,
    );
  }
  if (unknownSecret > 0) {
    said.push(
      `Nobody can tell whether ${countOf(unknownSecret)} of before were changed: they were sealed with a secret that the site no longer has (AUTH_SECRET_ACCEPTED). Did you replace AUTH_SECRET?`,
    );
  }
  return said;
}

/** Says what the lines were compared with, and "whole" only as far as a kept seal shows it. */
function verdict(
  { lines, head, wholeUpTo }: ChainReport,
  seals: readonly KeptSeal[],
  howToGive: string,
): string[] {
  const range = `${countOf(lines)}, from place ${head.first_seq} to place ${head.seq}`;
  if (wholeUpTo === undefined) {
    return [
      `The lines agree with each other and with the end that the same database holds (${range}).`,
      seals.length === 0
        ? `This cannot show that the newest lines were cut together with that end, or that all were put back. For that, ${howToGive}`
        : 'They were compared with no seal: what was given is older than the oldest line. Give a newer one.',
    ];
  }
  const later = head.seq - wholeUpTo;
  return [
    `The log is whole up to place ${wholeUpTo}: it agrees with the kept seal (${range}).`,
    ...(later === 0
      ? []
      : [
          `The ${countOf(later)} after it were compared only with each other and with the end that the same database holds.`,
        ]),
  ];
}

function placeOf({ from, to }: ChainProblem): string {
  return from === to ? `Place ${from}` : `Each of the places ${from} to ${to}`;
}

function countOf(count: number): string {
  return plural(count, 'line');
}

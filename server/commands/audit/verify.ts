import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  type ChainProblem,
  type ChainReport,
  type KeptSeal,
  verifyChain,
} from '#server/audit/verify-chain.ts';
import { printableJson } from '#server/printable-text.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { plural } from '#server/plural.ts';

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

/** `audit verify`: fails, and names the places, when something is wrong. */
export async function verifyAudit(
  deps: OperatorDeps,
  seals: readonly KeptSeal[],
  format: string,
): Promise<void> {
  const report = await verifyChain(await deps.openDb(), auditDeps(deps), seals);
  const isGood = report.problems.length === 0;
  const text =
    format === 'json'
      ? printableJson({ whole: isGood && report.wholeUpTo !== undefined, ...report })
      : inWords(report, seals).join('\n');
  if (isGood || format === 'json') deps.print(text);
  if (!isGood) throw new Error(format === 'json' ? 'The log is not whole.' : text);
}

const SEAL = /^([1-9]\d{0,14}):([\w.-]+)$/;
/** What somebody sent, and is logged, has its quotation marks escaped. */
const SEAL_IN_LOG = /"seal":"([1-9]\d{0,14}):([\w.-]+)"/;

/** For `--seal`. */
export function parseSeal(text: string): KeptSeal {
  const found = SEAL.exec(text);
  if (found === null) throw new InvalidArgumentError('It needs a place and a link, like 120:x8Kd0aZq.…');
  return sealOf(found);
}

const sealOf = ([, place, link = '']: RegExpExecArray): KeptSeal => ({ seq: Number(place), link });

/** Every seal counts, not the newest alone: after an attack the site goes on, and logs seals that fit. */
export async function readSeals(log: string): Promise<KeptSeal[]> {
  const seals: KeptSeal[] = [];
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const found = SEAL_IN_LOG.exec(line);
    if (found !== null) seals.push(sealOf(found));
  }
  return seals;
}

function inWords(report: ChainReport, seals: readonly KeptSeal[]): string[] {
  const { problems, lines, unknownSecret, unsealed, head } = report;
  const more = problems.length - SHOWN;
  const said =
    problems.length === 0
      ? verdict(report, seals)
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
function verdict({ lines, head, wholeUpTo }: ChainReport, seals: readonly KeptSeal[]): string[] {
  const range = `${countOf(lines)}, from place ${head.first_seq} to place ${head.seq}`;
  if (wholeUpTo === undefined) {
    return [
      `The lines agree with each other and with the end that the same database holds (${range}).`,
      seals.length === 0
        ? 'This cannot show that the newest lines were cut together with that end, or that all were put back. For that, give a seal that the site logged: --seal PLACE:LINK, or --log FILE.'
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

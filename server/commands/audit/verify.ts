import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { describeReport, readLoggedSeal, readSeal } from '#server/audit/report-words.ts';
import { type KeptSeal, verifyChain } from '#server/audit/verify-chain.ts';
import { printableJson } from '#server/printable-text.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';

const HOW_TO_GIVE = 'give a seal that the site logged: --seal PLACE:LINK, or --log FILE.';

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
      : describeReport(report, seals, HOW_TO_GIVE).join('\n');
  if (isGood || format === 'json') deps.print(text);
  if (!isGood) throw new Error(format === 'json' ? 'The log is not whole.' : text);
}

/** For `--seal`. */
export function parseSeal(text: string): KeptSeal {
  const seal = readSeal(text);
  if (seal === undefined) throw new InvalidArgumentError('It needs a place and a link, like 120:x8Kd0aZq.…');
  return seal;
}

/** Every seal counts, not the newest alone: after an attack the site goes on, and logs seals that fit. */
export async function readSeals(log: string): Promise<KeptSeal[]> {
  const seals: KeptSeal[] = [];
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const seal = readLoggedSeal(line);
    if (seal !== undefined) seals.push(seal);
  }
  return seals;
}

import { parseArgs } from 'node:util';
import { FORM_DEFINITIONS } from '#server/forms/form-definitions.ts';
import { notificationAddress } from '#server/forms/form-settings.ts';
import { type ReleasedSubmission, releaseSubmission } from '#server/forms/release-submission.ts';
import { auditDeps } from '../audit-deps.ts';
import { EXIT_CODES, type ExitCode, type OperatorDeps } from '../command.ts';
import { UsageError, understand } from '../usage-error.ts';
import { findNamed, notFoundSentence } from './named-submissions.ts';

const SENTENCES: Readonly<Record<ReleasedSubmission['kind'], string>> = {
  released: 'is received now; its notification is on the way.',
  'not-quarantined': 'is not quarantined: there is nothing to release.',
  'not-found': 'was deleted meanwhile.',
};

/** `submissions release`: what was quarantined is received after all, and somebody hears of it. */
export async function releaseSubmissions(deps: OperatorDeps, args: readonly string[]): Promise<ExitCode> {
  const { positionals } = understand(() =>
    parseArgs({ args: [...args], allowPositionals: true, options: {} }),
  );
  if (positionals.length === 0) throw new UsageError('Name submissions by their ids.');
  const { db, settings } = deps;
  const named = await findNamed(db, positionals);
  const releaseDeps = {
    ...auditDeps(deps),
    db,
    mails: deps.mails(),
    forms: FORM_DEFINITIONS,
    notifyTo: notificationAddress(settings),
  };
  let released = 0;
  for (const one of named) {
    if (one.kind !== 'found') {
      deps.complain(notFoundSentence(one));
      continue;
    }
    const { kind } = await releaseSubmission(releaseDeps, one.id);
    const say = kind === 'released' ? deps.print : deps.complain;
    say(`${one.id} ${SENTENCES[kind]}`);
    if (kind === 'released') released++;
  }
  return released === named.length ? EXIT_CODES.done : EXIT_CODES.failed;
}

import { FORM_DEFINITIONS } from '#server/forms/form-definitions.ts';
import { notificationAddress } from '#server/forms/form-settings.ts';
import { releaseSubmission } from '#server/forms/release-submission.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { findNamed, throwProblems } from './find-named.ts';

const PROBLEMS = {
  'not-quarantined': 'is not quarantined: there is nothing to release.',
  'not-found': 'was deleted meanwhile.',
} as const;

/** `submissions release`: what was quarantined is received after all, and its notification is sent. */
export async function releaseSubmissions(deps: OperatorDeps, typed: readonly string[]): Promise<void> {
  const db = await deps.openDb();
  const { found, problems } = await findNamed(db, typed);
  const releaseDeps = {
    ...auditDeps(deps),
    db,
    mails: deps.mails(),
    forms: FORM_DEFINITIONS,
    notifyTo: notificationAddress(deps.settings),
  };
  const unreleased: string[] = [];
  for (const { id } of found) {
    const { kind } = await releaseSubmission(releaseDeps, id);
    if (kind === 'released') deps.print(`${id} is received now; its notification is on the way.`);
    else unreleased.push(`${id} ${PROBLEMS[kind]}`);
  }
  throwProblems([...problems, ...unreleased]);
}

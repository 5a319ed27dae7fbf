import { deletableSubmissions, deleteSubmissions } from '#server/forms/delete-submissions.ts';
import type { SubmissionFilter } from '#server/forms/stored-submissions.ts';
import { plural } from '#server/plural.ts';
import { auditDeps } from '../audit-deps.ts';
import { confirm } from '../confirm.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { findNamed, throwProblems } from './find-named.ts';

const PAYMENT_UNDER_WAY = 'waits for its payment: it is received or removed by itself within a day.';

/** `submissions delete ID…` */
export async function deleteNamed(deps: OperatorDeps, typed: readonly string[], yes: boolean): Promise<void> {
  const { found, problems } = await findNamed(await deps.openDb(), typed);
  const ids = found.map(({ id }) => id);
  const deleted = ids.length === 0 ? [] : await confirmAndDelete(deps, ids, yes);
  const kept = ids.filter((id) => !deleted.includes(id)).map((id) => `${id} ${PAYMENT_UNDER_WAY}`);
  throwProblems([...problems, ...kept]);
}

/** `submissions delete --state … --before …` */
export async function deleteMatching(
  deps: OperatorDeps,
  filter: SubmissionFilter,
  yes: boolean,
): Promise<void> {
  const ids = await deletableSubmissions(await deps.openDb(), filter, deps.clock());
  if (ids.length === 0) deps.print('No submission matches.');
  else await confirmAndDelete(deps, ids, yes);
}

async function confirmAndDelete(
  deps: OperatorDeps,
  ids: readonly string[],
  yes: boolean,
): Promise<readonly string[]> {
  await confirm(deps, `Delete ${plural(ids.length, 'submission')}, with files? This cannot be undone.`, yes);
  const deleted = await deleteSubmissions({ ...auditDeps(deps), db: await deps.openDb() }, ids);
  deps.print(`Deleted ${plural(deleted.length, 'submission')}.`);
  return deleted;
}

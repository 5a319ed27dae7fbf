import { markSubmissions } from '#server/forms/mark-submissions.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { findNamed, throwProblems } from './find-named.ts';

/** `submissions done`: requests that were answered; nobody is reminded of them. */
export async function markDone(deps: OperatorDeps, typed: readonly string[]): Promise<void> {
  const markDeps = { ...auditDeps(deps), db: await deps.openDb() };
  const { found, problems } = await findNamed(markDeps.db, typed);
  const undone: string[] = [];
  for (const { id, due_at } of found) {
    const marked =
      due_at === null ? [] : await markSubmissions(markDeps, [id], 'done', { actor: 'operator' });
    if (marked.length > 0) deps.print(`${id} is marked as answered.`);
    else undone.push(`${id} ${due_at === null ? 'has no due date' : 'is marked already, or gone'}.`);
  }
  throwProblems([...problems, ...undone]);
}

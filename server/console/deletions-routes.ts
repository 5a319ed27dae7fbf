import { z } from 'zod';
import { CONSOLE, may, REASONS } from '#contract/console.ts';
import { pathFor } from '#contract/paths.ts';
import { parseBody } from '#server/http/body.ts';
import { agreeToDeletion, endPlan, listPlanned, type PlannedDeletion } from './deletions.ts';
import type { ConsoleDeps, ConsoleRoutes } from './guard.ts';
import { type Html, html } from './html.ts';
import { readRows } from './inbox.ts';
import { senderOf } from './inbox-page.ts';
import { plannedBy } from './inbox-routes.ts';
import type { Operator } from './operator.ts';
import { empty, pressForm, timeOf } from './parts.ts';

const decideBody = z.object({ id: z.string(), do: z.enum(['agree', 'refuse']) });
const takeBackBody = z.object({ id: z.string() });
const GONE = 'This deletion was done, refused or taken back meanwhile.';

/** Deletions of many messages, which nobody does alone or at once. */
export function deletionsRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db } = deps;
  const said = (words: string) => ({ goTo: CONSOLE.deletions, told: { words } });

  route.get(CONSOLE.deletions, 'delete-messages', async ({ operator }) => {
    const plans = await listPlanned(db, plannedBy(operator));
    const cards = await Promise.all(
      plans.map(async (plan) => planCard(plan, await readRows(db, plan.ids), operator)),
    );
    return {
      title: 'Deletions that wait',
      view: CONSOLE.inbox,
      main: html`<p class="text-lead">More messages than one operator deletes alone within a day. <a href="${CONSOLE.inbox}" data-key="u">Back to the inbox</a></p>
${cards.length === 0 ? empty('Nothing waits.') : cards}`,
    };
  });

  route.post(
    CONSOLE.deletions,
    'decide-deletions',
    async ({ request, operator }) => {
      const { id, do: decided } = parseBody(request, decideBody);
      if (decided === 'agree') {
        const deleted = await agreeToDeletion(deps, operator, id);
        return said(deleted === undefined ? GONE : `Messages deleted: ${deleted}.`);
      }
      const isRefused = await endPlan(deps, operator, id, 'deletions-refused');
      return said(isRefused ? 'Refused: nothing was deleted.' : GONE);
    },
    { needsProof: true },
  );

  route.post(CONSOLE.takeBackDeletion, 'delete-messages', async ({ request, operator }) => {
    const { id } = parseBody(request, takeBackBody);
    const isTakenBack = await endPlan(deps, operator, id, 'deletions-taken-back');
    return said(isTakenBack ? 'Taken back: nothing was deleted.' : GONE);
  });
}

function planCard(
  plan: PlannedDeletion,
  rows: Awaited<ReturnType<typeof readRows>>,
  operator: Operator,
): Html {
  const isOwn = plan.user_id === operator.session.userId;
  return html`<section class="card fields wide" data-row><h2>${plan.ids.length === 1 ? '1 message' : `${plan.ids.length} messages`}, asked for by <bdi>${plan.name}</bdi></h2>
<p>${REASONS[plan.reason]}. Asked ${timeOf(plan.created_at)}. ${
    plan.due_at === null ? 'Waits for another owner.' : html`Happens by itself ${timeOf(plan.due_at)}.`
  }</p>
<details><summary>Which ones</summary><ul>${rows.map(
    (row) =>
      html`<li><a href="${pathFor(CONSOLE.message, row.id)}"><bdi>${senderOf(row)}</bdi></a>, ${timeOf(row.created_at)}</li>`,
  )}</ul></details>
<div class="inline">${
    isOwn
      ? pressForm(CONSOLE.takeBackDeletion, { id: plan.id }, 'Take back')
      : may(operator.role, 'decide-deletions') &&
        html`${pressForm(CONSOLE.deletions, { id: plan.id, do: 'agree' }, 'Agree, and delete', 'button-danger')}
${pressForm(CONSOLE.deletions, { id: plan.id, do: 'refuse' }, 'Refuse')}`
  }</div></section>`;
}

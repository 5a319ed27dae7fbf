import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import { resendBySignUp } from '#server/accounts/resend.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import type { ConsoleDeps, ConsoleRoutes } from './guard.ts';
import { type PageQuery, page } from './list-pages.ts';
import { auditOf } from './operator.ts';
import { findPeople } from './people.ts';
import { peopleMain, RESENT } from './people-page.ts';

const q = z.string().trim().max(200).default('');
const peopleQuery = z.object({ q, ...page });
const resendBody = z.object({ id: z.string().max(100), q });

/** People: found by address or name, masked. */
export function peopleRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const view = { title: 'People', view: CONSOLE.people };
  const mainOf = async (typed: string, query: PageQuery = {}) =>
    peopleMain(typed, typed === '' ? undefined : await findPeople(deps, typed, query));

  route.get(CONSOLE.people, 'read-people', async ({ request }) => {
    const query = parseQuery(request, peopleQuery);
    return { ...view, main: await mainOf(query.q, query) };
  });

  route.post(CONSOLE.people, 'help-people', async ({ request, operator }) => {
    const { id, q } = parseBody(request, resendBody);
    const result = await resendBySignUp(deps, id, auditOf(operator));
    const main = await mainOf(q);
    if (result.kind === 'sent') return { ...view, done: RESENT.sent, main };
    const problem =
      result.kind === 'too-soon' ? `${RESENT['too-soon']} ${result.minutes} min.` : RESENT[result.kind];
    return { ...view, problem, main };
  });
}

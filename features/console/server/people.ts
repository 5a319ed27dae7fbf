import { sql } from 'kysely';
import { z } from 'zod';
import { email as emailSchema, id, line } from '#contract/fields.ts';
import { pathFor } from '#contract/paths.ts';
import { type ResendResult, resendBySignUp } from '#features/accounts/server/sign-ups.ts';
import { ACTIONS, CONSOLE, LIST_ROWS } from '#features/console/contract.ts';
import type { ConsoleRoutes } from '#server/console-view.ts';
import { isPostgres } from '#server/database/advisory-lock.ts';
import { type Cursor, hasWords, NEWEST, pageFromCursor } from '#server/database/search.ts';
import type { Deps } from '#server/feature.ts';
import { empty, type Html, html, list, pressForm, timeOf } from '#server/html/html.ts';
import { typedWords } from '#server/http/form-fields.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { maskedAddress } from '#server/mail/addresses.ts';
import { PEOPLE_SEARCHED } from './audit-actions.ts';
import type { ConsoleDeps } from './guard.ts';
import { type PageQuery, page, pages, readPage, withQuery } from './keyset-pages.ts';
import { toProblem } from './page.ts';
import { searchedWords, searchField } from './search-form.ts';

/** The minimum number of letters in a searched word. Shorter words are ignored: a single letter begins nearly everybody’s name. */
const SEARCH_LETTERS_LEAST = 2;

const TYPED_MOST = 200;

const peopleQuery = z.object({ q: typedWords, ...page });
const resendBody = z.object({ id, q: line(TYPED_MOST).default('') });

export function peopleRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const title = 'People';
  route.get(
    CONSOLE.people,
    {
      action: ACTIONS.readPeople,
      query: peopleQuery,
      audit: ({ query }) => ({
        action: PEOPLE_SEARCHED,
        detail: kindOfSearch(searchedWords(query.q, TYPED_MOST)),
      }),
    },
    async ({ query: { q: typed, ...cursor }, operator }) => {
      const words = searchedWords(typed, TYPED_MOST);
      if (words === undefined) return { title, main: peopleMain(typed ?? '', undefined) };
      await deps.takeFromLimit(CONSOLE_LIMITS.peopleSearches, operator.session.userId);
      return { title, main: peopleMain(words, await findPeople(deps, words, cursor)) };
    },
  );

  route.post(CONSOLE.people, { action: ACTIONS.helpPeople, body: resendBody }, async ({ body, operator }) => {
    const { id, q } = body;
    const result = await resendBySignUp(deps, id, operator.by);
    const goTo = withQuery(CONSOLE.people, { q });
    if (result.kind === 'sent') return { goTo, flash: { words: RESENT.sent } };
    return toProblem(
      goTo,
      result.kind === 'too-soon' ? `${RESENT['too-soon']} ${result.minutes} min.` : RESENT[result.kind],
    );
  });
}

/** The kind of search, as it is written to the audit log. The search words are never written there. */
function kindOfSearch(words: string | undefined): string {
  if (words === undefined) return 'nobody';
  return words.includes('@') ? 'by an address' : 'by a name';
}

function peopleMain(typed: string, found: FoundPeople | 'too-short' | undefined): Html {
  return html`<form method="get" action="${CONSOLE.people}" class="bar" role="search">
${searchField('q', 'Address or name', { typed, most: TYPED_MOST })}
<button class="button button-dawn">Find</button></form>
${found === undefined ? HOW : found === 'too-short' ? TOO_SHORT : results(typed, found)}`;
}

const HOW = empty('Type a full email address, or the start of a name. For privacy, there is no full list.');
const TOO_SHORT = empty(`Type at least ${SEARCH_LETTERS_LEAST} letters of a name or an address.`);

function results(typed: string, found: FoundPeople): Html {
  const accounts = found.rows.map(
    ({ id, name, email, created_at, closed_at }) => html`<li class="card row" data-row>
<div><a href="${pathFor(CONSOLE.person, id)}"><strong>${masked(name)}</strong></a><br><span class="soft">${masked(email)}</span></div>
<div class="soft">Account created ${timeOf(created_at)}</div>
<div class="row-state">${closed_at !== null && html`<span class="badge badge-warn">Closed</span>`}</div></li>`,
  );
  const waiting = found.waiting.map(
    ({ id, name, email, created_at, attempts }) => html`<li class="card row" data-row>
<div><strong>${masked(name)}</strong><br><span class="soft">${masked(email)}</span></div>
<div class="soft">Signed up ${timeOf(created_at)}<br>Confirmations sent: ${attempts}</div>
<div class="row-state"><span class="badge badge-quiet">Not confirmed yet</span></div>
${pressForm(CONSOLE.people, { id, q: typed }, 'Send the confirmation again')}</li>`,
  );
  const none = emailSchema.safeParse(typed).success
    ? html`No account has this address. <a href="${withQuery(CONSOLE.inbox, { words: typed, state: 'all' })}">Messages from this address</a>`
    : 'Nobody was found. Try fewer letters, or the whole address.';
  return html`${list([...accounts, ...waiting], none)}${pages(CONSOLE.people, { q: typed }, found)}`;
}

const RESENT: Readonly<Record<ResendResult['kind'], string>> = {
  sent: 'The confirmation is on its way to their address again.',
  'too-soon': 'One was sent just now. You can send it again in',
  'used-up': 'No more confirmations can go to this address today. You can send one again tomorrow.',
  exhausted: 'They have been sent as many confirmations as we allow. They can sign up again.',
  'already-verified': 'They have confirmed the address in the meantime.',
  nobody: 'This sign-up has expired. They can sign up again.',
};

/** The maximum number of people that a search by words lists. */
const MOST_FOUND = 1_000;
/** The number of people near the cursor that PostgreSQL compares before it uses the word index. */
const LOOKED_AT_FIRST = 10_000;

const PERSON = ['id', 'name', 'email', 'created_at', 'closed_at'] as const;

/**
 * A full address finds its account and unconfirmed sign-ups. Other words find all people whose name or address contains words
 * that begin with them.
 */
async function findPeople({ db, clock }: Deps, typed: string, query: PageQuery) {
  const address = emailSchema.safeParse(typed);
  const found = db.selectFrom('users').select(PERSON);
  if (address.success) {
    const waiting = await db
      .selectFrom('sign_ups')
      .select(['id', 'name', 'email', 'created_at', 'attempts'])
      .where('email', '=', address.data)
      .where('expires_at', '>', clock().toISOString())
      .where('confirmed_at', 'is', null)
      .where('taken', '=', 0)
      .orderBy('created_at', 'desc')
      .limit(LIST_ROWS)
      .execute();
    const rows = await found.where('email', '=', address.data).execute();
    return { rows, before: undefined, after: undefined, waiting };
  }
  const isFound = hasWords(db, 'users', typed, { most: MOST_FOUND, lettersLeast: SEARCH_LETTERS_LEAST });
  if (isFound === undefined) return 'too-short' as const;
  const read = async (cursor: Cursor, limit: number) => {
    const beside = (people: typeof found) => pageFromCursor(people, sql`created_at`, cursor);
    if (isPostgres(db)) {
      // The word index is unordered and returns everybody with a common word, so people near the cursor are compared first.
      const near = beside(found.select(sql`search_words`.as('search_words'))).limit(LOOKED_AT_FIRST);
      const rows = await beside(db.selectFrom(near.as('users')).select(PERSON).where(isFound))
        .limit(limit)
        .execute();
      if (rows.length === limit) return rows;
    }
    // The people are limited before they are sorted. PostgreSQL misjudges how rare a word is, and would otherwise read all people
    // in order.
    return beside(db.selectFrom(found.where(isFound).limit(MOST_FOUND).as('users')).select(PERSON))
      .limit(limit)
      .execute();
  };
  return { ...(await readPage(query, NEWEST, read, (row) => row.created_at)), waiting: [] };
}

/** `waiting` lists unconfirmed sign-ups, but only if an exact address was searched for. */
type FoundPeople = Exclude<Awaited<ReturnType<typeof findPeople>>, 'too-short'>;

/** Keeps only the first letter of each word of a name, and the first letter and the domain of an address. */
export function masked(text: string): string {
  if (text.lastIndexOf('@') > 0) return maskedAddress(text);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0]}…`).join(' ');
}

export const CONSOLE_LIMITS = rateLimits({
  /** The limit of searches for each operator. With more searches, a masked address could be guessed letter by letter. */
  peopleSearches: { points: 60, seconds: 600 },
});

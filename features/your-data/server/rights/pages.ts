import { TABLES } from '#content/data-register.ts';
import { EXPORT_WORDS } from '#content/features/your-data-export.ts';
import { RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { RIGHTS_PAGE_WORDS as WORDS } from '#content/features/your-data-rights-pages.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { referenceOf } from '#features/forms/server/stored-submissions.ts';
import { RIGHTS_API } from '#features/your-data/rights-contract.ts';
import {
  countOwn,
  type OwnTable,
  ownRows,
  ownTables,
  personOfMailbox,
} from '#features/your-data/server/own-tables.ts';
import { createRowArticle, equalRows } from '#features/your-data/server/readable-page.ts';
import type { Row } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';
import { type Html, html } from '#server/html/html.ts';
import { headedPage, type PageFrame } from '#server/site/page-frame.ts';
import { dateInWords } from '#server/time.ts';
import type { Erased, LinkedAddress } from './kept-under-address.ts';

/** The page shows few rows of a table, because strangers can send thousands of messages with one address. */
const MOST_ROWS = 50;

/** The tables shown last: notices, which explain the rows of the others, and requests for this link, which nobody came to read. */
const LAST = ['notices', 'rights_links'];

const link = (path: string, label: string) => html`<a href="${path}">${label}</a>`;
const again = html`<p>${link(PAGES.rights, WORDS.again)}</p>`;

/** @param isUnticked whether an erasure was requested without the tick that it needs */
export async function keptPage(
  frame: PageFrame,
  deps: Deps,
  { email, account }: LinkedAddress,
  { token, isUnticked = false }: { readonly token: string; readonly isUnticked?: boolean },
): Promise<string> {
  const address = html`<p class="text-lead">${email}</p>`;
  const toAccount = (words: string) =>
    html`<p>${words} ${link(PAGES.yourData, RIGHTS_WORDS.ask.accountLink)}.</p>`;
  if (account === 'guarded')
    return headedPage(frame, WORDS.kept.title, html`${address}${toAccount(WORDS.kept.guarded)}`);
  const { erase } = WORDS.kept;
  const action = (path: string) => html`method="post" action="${path}?token=${token}"`;
  return headedPage(
    frame,
    WORDS.kept.title,
    html`${address}
      ${account === 'open' && toAccount(WORDS.kept.account)}
      <form ${action(RIGHTS_API.export)}><div class="flex flex-wrap gap-3">
        <button type="submit" class="button button-dawn">${WORDS.kept.download}</button>
        <a class="button button-quiet" href="#erase">${erase.title}</a>
      </div></form>
      ${await sections(deps, email)}
      <p>${WORDS.kept.rest}</p>
      <section class="card" aria-labelledby="erase">
        <h2 id="erase">${erase.title}</h2>
        <p>${erase.lead}</p>
        <form ${action(RIGHTS_API.erase)} novalidate>
          <label class="flex min-h-8 items-center gap-2.5"><input type="checkbox" name="sure" class="tick" required${isUnticked && html` autofocus aria-invalid="true" aria-describedby="not-sure"`}>${erase.sure}</label>
          ${isUnticked && html`<p id="not-sure" class="field-problem">${erase.notSure}</p>`}
          <div><button type="submit" class="button button-quiet">${erase.submit}</button></div>
        </form>
      </section>`,
  );
}

async function sections(deps: Deps, email: string): Promise<Html[]> {
  const person = personOfMailbox(email);
  const articleOf = createRowArticle(deps.features);
  const all: Html[] = [];
  const counts = await countOwn(deps, person);
  const tables = ownTables(deps.features, person);
  for (const table of tables.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))) {
    const count = counts[table.name] ?? 0;
    if (count === 0) continue;
    const rows: Row[] = [];
    for await (const row of ownRows(deps.db, person, table)) {
      if (rows.length === MOST_ROWS) break;
      rows.push(row);
    }
    const articles: Html[] = [];
    for await (const { row, times } of equalRows(rows)) articles.push(articleOf(table, row, times));
    const more = count - rows.length;
    const rest = more > 0 && html`<p>${WORDS.kept.more} ${more}</p>`;
    const isOpen = all.length === 0;
    all.push(
      html`<details class="kept-rows"${isOpen && html` open`}>${shortHeadOf(table, count)}${articles}${rest}</details>`,
    );
  }
  return all;
}

/**
 * The heading is the beginning of the table's description, with the number of rows. The rest of the description is below the
 * heading.
 */
function shortHeadOf({ name }: OwnTable, count: number): Html {
  const { what = '', kept = '' } = TABLES[name] ?? {};
  const [, short, rest] = /^([^,:;]+)[,:;]? ?(.*)$/.exec(what) ?? [];
  return html`<summary class="cursor-pointer"><h2 class="inline text-title">${short}: ${count}</h2></summary>
    <p class="text-small text-soft first-letter:uppercase">${rest && html`${rest}. `}${EXPORT_WORDS.kept} ${kept}</p>`;
}

export function erasedPage(frame: PageFrame, { submissions, others, isPaying }: Erased): string {
  const { counts, staysTitle, stays, paying } = WORDS.erased;
  const list = (items: readonly string[]) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  const erased = [
    filled(counts.submissions, { count: submissions }),
    ...others.map(({ counted, count }) => filled(counted, { count })),
    counts.mails,
  ];
  return headedPage(
    frame,
    WORDS.erased.title,
    html`${list(erased)}
      <h2 class="text-title">${staysTitle}</h2>
      ${list(isPaying ? [paying, ...stays] : stays)}
      ${again}`,
  );
}

/** The page after a request was sent. `request` is undefined if the request was deleted. */
export function sentPage(
  frame: PageFrame,
  request: { readonly id: string; readonly due_at: string } | undefined,
): string {
  const { title, reference, due, keep, gone } = WORDS.sent;
  if (request === undefined)
    return headedPage(frame, WORDS.failed, html`<p class="text-lead" role="alert">${gone}</p>${again}`);
  return headedPage(
    frame,
    title,
    html`<dl>
        <div><dt>${reference}</dt><dd>${referenceOf(request)}</dd></div>
        <div><dt>${due}</dt><dd>${dateInWords(request.due_at)}</dd></div>
      </dl>
      <p>${keep}</p>
      <p>${link(PAGES.home, WORDS.home)}</p>`,
  );
}

export function askedPage(frame: PageFrame): string {
  const { title, message } = RIGHTS_WORDS.ask.asked;
  return headedPage(
    frame,
    title,
    html`<p class="text-lead">${message}</p>
      <p>${link(PAGES.rights, WORDS.askAgain)}</p>`,
  );
}

type Said = { readonly title?: string | undefined; readonly sentence: string };

/** The page for a refused request. If `typed` is given, the address field is shown again with it. */
export function refusedPage(frame: PageFrame, { title, sentence }: Said, typed: string | undefined): string {
  return headedPage(
    frame,
    title ?? WORDS.failed,
    html`<p class="text-lead" id="said" role="alert">${sentence}</p>
      ${typed === undefined ? html`<p>${link(PAGES.home, WORDS.home)}</p>` : askAgain(typed)}`,
  );
}

/** The same form as in `features/your-data/web/rights.tsx`. */
function askAgain(typed: string): Html {
  const { email, submit } = RIGHTS_WORDS.ask;
  return html`<form method="post" action="${RIGHTS_API.ask}">
        <div class="field"><label for="email">${email}</label>
          <input id="email" name="email" type="text" inputmode="email" autocapitalize="none" spellcheck="false" class="input" autocomplete="email" required maxlength="${EMAIL_MAX_LENGTH}" value="${typed}" aria-describedby="said"></div>
        <div><button type="submit" class="button button-dawn">${submit}</button></div>
      </form>`;
}

import { z } from 'zod';
import { id, line } from '#contract/fields.ts';
import { ANNOUNCEMENT_MAX_LENGTH } from '#contract/limits.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { recordAction } from '#server/audit/record-action.ts';
import {
  type ConsolePage,
  type ConsoleRoutes,
  type ConsoleView,
  NOBODY_IS_SHOWN,
  type Operator,
} from '#server/console-view.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, insertRow } from '#server/database/rows.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Html, hidden, html, list, pressForm, section, textField, timeOf } from '#server/html/html.ts';
import { dayAndTime } from '#server/http/form-fields.ts';
import { clockIn, HOUR_MS, momentIn } from '#server/time.ts';
import type { Announcement } from './announcements.ts';
import { ANNOUNCED, ANNOUNCEMENT_CHANGED, ANNOUNCEMENT_DELETED } from './audit-actions.ts';

const moment = dayAndTime('Please enter a day and a time, such as 28/11/2026 09:30.');
const tellBody = z
  .object({
    do: z.literal('tell'),
    text: line(ANNOUNCEMENT_MAX_LENGTH, 'Please write the line.'),
    from: moment,
    to: moment,
  })
  .refine(({ from, to }) => to > from, {
    path: ['to'],
    message: 'Please choose an end after the beginning.',
  });
const typedBody = z.object({
  do: z.literal('tell'),
  /** The announcement to change. Without an id, a new one is made. */
  id: id.optional(),
  text: z.string(),
  from: z.string(),
  to: z.string(),
});
const endBody = z.object({ do: z.literal('delete'), id });
const body = z.discriminatedUnion('do', [typedBody, endBody]);
const viewQuery = z.object({ change: id.optional().catch(undefined) });
type Typed = z.infer<typeof typedBody>;
type Problems = { readonly [field in keyof Typed]?: string[] };

const ANNOUNCE = {
  name: 'announce',
  what: 'Put a line at the top of every page',
  who: ['owner', 'editor'],
} as const;

/** The page of the console where editors announce one line of text at the top of every page, for a period. */
export const announcementsView: ConsoleView = {
  label: 'Announcements',
  path: ANNOUNCEMENTS_VIEW,
  actions: [ANNOUNCE],
  routes: announcementsRoutes,
};

function announcementsRoutes(route: ConsoleRoutes, deps: AppDeps): void {
  const { db, clock, features, settings } = deps;
  const isCopied = features.some(({ copiesPages }) => copiesPages?.(settings));
  // Of the announcements that are current, pages show the first one in this order.
  const all = db.selectFrom('announcements').selectAll().orderBy('starts_at', 'desc').orderBy('id');
  const page = async ({ timeZone }: Operator, typed?: Typed, wrong: Problems = {}): Promise<ConsolePage> => ({
    title: 'Announcements',
    main: html`${announcementsList(await all.execute(), clock().toISOString(), isCopied)}
${announceForm(timeZone, clock(), typed, wrong)}`,
  });

  const look = { action: ANNOUNCE, query: viewQuery, audit: NOBODY_IS_SHOWN } as const;
  route.get(ANNOUNCEMENTS_VIEW, look, async ({ query: { change }, operator }) => {
    if (change === undefined) return page(operator);
    const row = await findRow(db, 'announcements', COLUMNS, { id: change });
    if (row === undefined || isOver(row, clock()))
      return { ...(await page(operator)), problem: NOT_CHANGEABLE };
    return page(operator, { ...typedOf(operator, row), id: change });
  });

  route.post(ANNOUNCEMENTS_VIEW, { action: ANNOUNCE, body }, async ({ body: asked, operator }) => {
    if (asked.do === 'tell') {
      const refused = async (wrong: Problems) => ({
        showsNobody: { ...(await page(operator, asked, wrong)), status: 422 },
      });
      const { data, error } = tellBody.safeParse(asked);
      if (error !== undefined) return refused(z.flattenError(error).fieldErrors);
      const { text } = data;
      const starts_at = momentIn(operator.timeZone, data.from);
      const ends_at = momentIn(operator.timeZone, data.to);
      if (isOver({ ends_at }, clock())) return refused({ to: ['Please choose an end in the future.'] });
      const isSaved = await db.transaction().execute(async (tx) => {
        const row = { text, starts_at, ends_at };
        if (asked.id === undefined) await insertRow(tx, 'announcements', { id: deps.newId(), ...row });
        else if (!(await changeUnlessOver(tx, asked.id, row, clock()))) return false;
        const action = asked.id === undefined ? ANNOUNCED : ANNOUNCEMENT_CHANGED;
        await recordAction(deps, tx, { ...operator.by, action, words: text });
        return true;
      });
      if (!isSaved) {
        const again = await page(operator, { ...asked, id: undefined });
        return { showsNobody: { ...again, problem: GONE, status: 409 } };
      }
      await deps.live.refresh();
      return { goTo: ANNOUNCEMENTS_VIEW, flash: { words: 'The announcement is saved.' } };
    }
    const gone = await db.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('announcements')
        .where('id', '=', asked.id)
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined)
        await recordAction(deps, tx, { ...operator.by, action: ANNOUNCEMENT_DELETED, words: row.text });
      return row;
    });
    await deps.live.refresh();
    if (gone === undefined || isOver(gone, clock()))
      return { goTo: ANNOUNCEMENTS_VIEW, flash: { words: 'The announcement is deleted.' } };
    const undo = { to: ANNOUNCEMENTS_VIEW, fields: typedOf(operator, gone) };
    return { goTo: ANNOUNCEMENTS_VIEW, flash: { words: 'The announcement is taken down.', undo } };
  });
}

const NOT_CHANGEABLE = 'The announcement is over or was taken down, so it can’t be changed.';
const GONE = `${NOT_CHANGEABLE} Press Announce to make a new one.`;

const COLUMNS = ['text', 'starts_at', 'ends_at'] as const;

/** An announcement as an operator types it. */
const typedOf = (
  { timeZone }: Operator,
  { text, starts_at, ends_at }: Pick<Announcement, (typeof COLUMNS)[number]>,
) => ({
  do: 'tell' as const,
  text,
  from: clockIn(timeZone, new Date(starts_at)),
  to: clockIn(timeZone, new Date(ends_at)),
});

async function changeUnlessOver(
  tx: Tx,
  id: string,
  row: Pick<Announcement, (typeof COLUMNS)[number]>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('announcements')
    .set(row)
    .where('id', '=', id)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

const isOver = ({ ends_at }: Pick<Announcement, 'ends_at'>, now: Date) => ends_at <= now.toISOString();

function announcementsList(all: readonly Announcement[], at: string, isCopied: boolean): Html {
  const isNow = ({ starts_at, ends_at }: Announcement) => starts_at <= at && ends_at > at;
  const shown = all.find(isNow);
  const stateOf = (one: Announcement) => {
    if (one === shown) return 'On every page now';
    if (isNow(one)) return 'Hidden by a line that began later';
    return one.ends_at <= at ? 'Over' : 'To come';
  };
  const row = (one: Announcement) => html`<li class="card row"><div><p class="said">${one.text}</p>
<p class="soft">${stateOf(one)}. From: ${timeOf(one.starts_at)}. Until: ${timeOf(one.ends_at)}</p></div>
<div class="inline">${stateOf(one) !== 'Over' && html`<a class="button button-quiet button-small" href="${ANNOUNCEMENTS_VIEW}?change=${one.id}#tell" aria-label="Change “${one.text}”">Change</a>`}
${pressForm(ANNOUNCEMENTS_VIEW, { do: 'delete', id: one.id }, stateOf(one) === 'Over' ? 'Delete' : 'Take it down', 'button-danger')}</div></li>`;
  return html`<p>One line at the top of every page, for example about maintenance. It appears within ten seconds.${
    isCopied &&
    html` The web server shows an export of the pages: make it again whenever an announcement begins or ends (<code>npm run export</code>).`
  }</p>
${list(all.map(row), 'Nothing is announced.')}`;
}

function announceForm(timeZone: string, now: Date, typed: Typed | undefined, wrong: Problems): Html {
  const moment = (name: 'from' | 'to', label: string, start: Date) =>
    textField(
      name,
      label,
      html`required value="${typed?.[name] ?? clockIn(timeZone, start)}" placeholder="dd/mm/yyyy hh:mm" pattern=".+[T, ]+\\d{1,2}:\\d{2} *" title="A day and a time like 28/11/2026 09:30" autocomplete="off"`,
      wrong[name]?.[0],
    );
  const id = typed?.id;
  return section(
    'tell',
    id === undefined ? 'Announce something' : 'Change the announcement',
    html`<form method="post" action="${ANNOUNCEMENTS_VIEW}" class="fields">${hidden({ do: 'tell', ...(id !== undefined && { id }) })}
${textField('text', 'Message', html`required maxlength="${ANNOUNCEMENT_MAX_LENGTH}" value="${typed?.text}"`, wrong.text?.[0])}
<p class="soft">At most ${ANNOUNCEMENT_MAX_LENGTH} characters.</p>
${moment('from', 'From', now)}
${moment('to', 'To', new Date(now.getTime() + HOUR_MS))}
<p class="soft">Times are in the time zone ${timeZone}.</p>
<p class="inline"><button class="button button-dawn">${id === undefined ? 'Announce' : 'Save'}</button>${
      id !== undefined &&
      html` <a class="button button-quiet" href="${ANNOUNCEMENTS_VIEW}">Leave it as it is</a>`
    }</p></form>`,
  );
}

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
import { insertRow } from '#server/database/rows.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Html, hidden, html, list, pressForm, section, textField, timeOf } from '#server/html/html.ts';
import { dayAndTime } from '#server/http/form-fields.ts';
import { clockIn, HOUR_MS, momentIn } from '#server/time.ts';
import { type Announcement, listAnnouncements } from './announcements.ts';
import { ANNOUNCED, ANNOUNCEMENT_DELETED } from './audit-actions.ts';

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
const typedBody = z.object({ do: z.literal('tell'), text: z.string(), from: z.string(), to: z.string() });
const endBody = z.object({ do: z.literal('delete'), id });
const body = z.discriminatedUnion('do', [typedBody, endBody]);
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
  const page = async ({ timeZone }: Operator, typed?: Typed, wrong: Problems = {}): Promise<ConsolePage> => ({
    title: 'Announcements',
    view: ANNOUNCEMENTS_VIEW,
    main: html`${announcementsList(await listAnnouncements(db), clock().toISOString(), isCopied)}
${announceForm(timeZone, clock(), typed, wrong)}`,
  });

  const look = { action: ANNOUNCE, audit: NOBODY_IS_SHOWN } as const;
  route.get(ANNOUNCEMENTS_VIEW, look, ({ operator }) => page(operator));

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
      await db.transaction().execute(async (tx) => {
        await insertRow(tx, 'announcements', { id: deps.newId(), text, starts_at, ends_at });
        await recordAction(deps, tx, { ...operator.by, action: ANNOUNCED, words: text });
      });
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
    const typed = (at: string) => clockIn(operator.timeZone, new Date(at));
    const fields = {
      do: 'tell',
      text: gone.text,
      from: typed(gone.starts_at),
      to: typed(gone.ends_at),
    };
    const undo = { to: ANNOUNCEMENTS_VIEW, fields };
    return { goTo: ANNOUNCEMENTS_VIEW, flash: { words: 'The announcement is taken down.', undo } };
  });
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
${pressForm(ANNOUNCEMENTS_VIEW, { do: 'delete', id: one.id }, stateOf(one) === 'Over' ? 'Delete' : 'Take it down', 'button-danger')}</li>`;
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
  return section(
    'tell',
    'Announce something',
    html`<form method="post" action="${ANNOUNCEMENTS_VIEW}" class="fields">${hidden({ do: 'tell' })}
${textField('text', 'Message', html`required maxlength="${ANNOUNCEMENT_MAX_LENGTH}" value="${typed?.text}"`, wrong.text?.[0])}
${moment('from', 'From', now)}
${moment('to', 'To', new Date(now.getTime() + HOUR_MS))}
<p class="soft">Times are in the time zone ${timeZone}.</p>
<p><button class="button button-dawn">Announce</button></p></form>`,
  );
}

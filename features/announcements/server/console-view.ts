import { z } from 'zod';
import { id, line } from '#contract/fields.ts';
import { ANNOUNCEMENT_MAX_LENGTH } from '#contract/limits.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { recordAction } from '#server/audit/record-action.ts';
import {
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoutes,
  type ConsoleView,
  NOBODY_IS_SHOWN,
} from '#server/console-view.ts';
import { insertRow } from '#server/database/rows.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Html, hidden, html, list, pressForm, section, timeOf } from '#server/html/html.ts';
import { dayAndTime } from '#server/http/form-fields.ts';
import { clockIn, HOUR_MS, momentIn } from '#server/time.ts';
import { listAnnouncements } from './announcements.ts';
import { ANNOUNCED, ANNOUNCEMENT_DELETED } from './audit-actions.ts';
import type { Announcement } from './tables.ts';

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
const endBody = z.object({ do: z.literal('delete'), id });
const body = z.discriminatedUnion('do', [tellBody, endBody]);

const ANNOUNCE = {
  name: 'announce',
  what: 'Put a line at the top of every page',
  who: ['owner', 'editor'],
} as const;

/** Console page where editors announce one line of text on top of every page for a period. */
export const announcementsView: ConsoleView = {
  label: 'Announcements',
  path: ANNOUNCEMENTS_VIEW,
  actions: [ANNOUNCE],
  routes: announcementsRoutes,
};

function announcementsRoutes(route: ConsoleRoutes, deps: AppDeps): void {
  const { db, clock, features, settings } = deps;
  const isCopied = features.some(({ copiesPages }) => copiesPages?.(settings));
  const page = async ({ operator }: ConsoleRequest): Promise<ConsolePage> => ({
    title: 'Announcements',
    view: ANNOUNCEMENTS_VIEW,
    main: announcementsMain(await listAnnouncements(db), clock(), operator.timeZone, isCopied),
  });

  route.get(ANNOUNCEMENTS_VIEW, { action: ANNOUNCE, audit: NOBODY_IS_SHOWN }, page);

  route.post(ANNOUNCEMENTS_VIEW, { action: ANNOUNCE, body }, async ({ body: asked, operator }) => {
    await db.transaction().execute(async (tx) => {
      if (asked.do === 'tell') {
        const { text } = asked;
        const starts_at = momentIn(operator.timeZone, asked.from);
        const ends_at = momentIn(operator.timeZone, asked.to);
        await insertRow(tx, 'announcements', { id: deps.newId(), text, starts_at, ends_at });
        return recordAction(deps, tx, { ...operator.by, action: ANNOUNCED, words: text });
      }
      const gone = await tx
        .deleteFrom('announcements')
        .where('id', '=', asked.id)
        .returning('text')
        .executeTakeFirst();
      if (gone !== undefined)
        await recordAction(deps, tx, { ...operator.by, action: ANNOUNCEMENT_DELETED, words: gone.text });
    });
    await deps.live.refresh();
    return { goTo: ANNOUNCEMENTS_VIEW, flash: { words: DONE[asked.do] } };
  });
}

const DONE = { tell: 'The announcement is saved.', delete: 'The announcement is deleted.' } as const;

function announcementsMain(
  all: readonly Announcement[],
  now: Date,
  timeZone: string,
  isCopied: boolean,
): Html {
  const at = now.toISOString();
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
  const field = (name: string, label: string, moment: Date) =>
    html`<label class="field"><span>${label}</span><input class="input" name="${name}" required value="${clockIn(timeZone, moment)}" placeholder="dd/mm/yyyy hh:mm" pattern=".+[T, ]+\\d{1,2}:\\d{2} *" title="A day and a time like 28/11/2026 09:30" autocomplete="off"></label>`;
  return html`<p>One line at the top of every page, for example about maintenance. It appears within ten seconds.${
    isCopied &&
    html` The web server shows an export of the pages: make it again whenever an announcement begins or ends (<code>npm run export</code>).`
  }</p>
${list(all.map(row), 'Nothing is announced.')}
${section(
  'tell',
  'Announce something',
  html`<form method="post" action="${ANNOUNCEMENTS_VIEW}" class="fields">${hidden({ do: 'tell' })}
<label class="field"><span>Message</span><input class="input" name="text" required maxlength="${ANNOUNCEMENT_MAX_LENGTH}"></label>
${field('from', 'From', now)}
${field('to', 'To', new Date(now.getTime() + HOUR_MS))}
<p class="soft">Times are in the time zone ${timeZone}.</p>
<p><button class="button button-dawn">Announce</button></p></form>`,
)}`;
}

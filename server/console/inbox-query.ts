import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import type { SubmissionFilter } from '#server/forms/stored-submissions.ts';
import { unlessEmpty } from './fields.ts';
import { page, withQuery } from './list-pages.ts';

/** What the list shows, by the state of a message. */
export const INBOX_STATES = {
  open: 'Open',
  done: 'Done',
  quarantined: 'In quarantine',
  unpaid: 'Unpaid',
  all: 'All',
} as const;
type InboxState = keyof typeof INBOX_STATES;

const FILTERS: Readonly<Record<InboxState, Pick<SubmissionFilter, 'state' | 'isDone'>>> = {
  open: { state: 'received', isDone: false },
  done: { state: 'received', isDone: true },
  quarantined: { state: 'quarantined' },
  unpaid: { state: 'unpaid' },
  all: {},
};

const day = unlessEmpty(z.iso.date('Please give a date like 2026-11-23.'));

/** What a list is asked for, as it stands in its address. */
export const inboxQuery = z.object({
  words: unlessEmpty(z.string().max(200, 'Please search for fewer words.')),
  form: unlessEmpty(z.string().max(100)),
  state: unlessEmpty(z.enum(Object.keys(INBOX_STATES) as InboxState[], 'There is no such state.')),
  unread: unlessEmpty(z.literal('1')),
  mine: unlessEmpty(z.literal('1')),
  from: day,
  to: day,
  ...page,
});
export type InboxQuery = z.infer<typeof inboxQuery>;

const DAY = 24 * 60 * 60_000;

/** Which submissions are meant. */
export function filterOf(
  { words, form, state = 'open', unread, mine, from, to }: InboxQuery,
  userId: string,
): SubmissionFilter {
  return {
    ...FILTERS[state],
    words,
    form,
    isUnread: unread === '1',
    assignedTo: mine === '1' ? userId : undefined,
    from: from && new Date(from).toISOString(),
    before: to && new Date(Date.parse(to) + DAY).toISOString(),
  };
}

export const inboxPath = (query: InboxQuery) => withQuery(CONSOLE.inbox, query);

import { EVENTS, type EventBatch } from '#features/analytics/contract.ts';
import type { Fixture } from '#server/testing/process-database.ts';
import { API_HEADERS } from '#server/testing/server-process.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const { events }: EventBatch = {
  events: [
    { kind: 'view', path: '/pricing', referrer: 'news.example.com' },
    { kind: 'vital', path: '/pricing', metric: 'LCP', value: 900 },
  ],
};

export const FIXTURE: Fixture = {
  visit: ({ post }) => post(EVENTS, { events }, { ...API_HEADERS, 'user-agent': BROWSER }),
};

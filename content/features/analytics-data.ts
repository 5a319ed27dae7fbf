import { type Columns, NOBODY, type TableFacts } from '#content/data-facts.ts';

export const ANALYTICS_TABLES = {
  analytics_salts: {
    isPersonal: true,
    what: 'The day’s random key',
    why: 'To count each visitor once a day',
    recipient: NOBODY,
    kept: 'Until the day is over (UTC); in no backup',
    notGiven: 'One random key for all visitors together; we can’t tell who was counted.',
  },
  page_views: {
    isPersonal: false,
    what: 'Page views, as totals per day, page and type of device',
    why: 'To see which pages are read',
    recipient: NOBODY,
    kept: 'Always; they can’t be traced to anyone',
  },
  visitor_sketches: {
    isPersonal: false,
    what: 'How many different visitors a page had on a day',
    why: 'To see which pages are read',
    recipient: NOBODY,
    kept: 'Always; two days later only the number',
  },
  vitals: {
    isPersonal: false,
    what: 'How fast pages loaded and responded, as totals',
    why: 'To find slow pages',
    recipient: NOBODY,
    kept: 'Always; they can’t be traced to anyone',
  },
  visit_details: {
    isPersonal: false,
    what: 'Which missing pages were requested, without queries, which sites’ links led here, which campaigns they name (utm_source), and the country of the browser’s language, as totals per day',
    why: 'To fix links, and to see who links to the site, which campaigns are read and from which countries people come',
    recipient: NOBODY,
    kept: 'One year; they can’t be traced to anyone',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const ANALYTICS_COLUMNS = {
  analytics_salts: {
    shown: [],
    withheld: ['day', 'salt'],
  },
  page_views: {
    shown: [],
    withheld: ['day', 'path', 'device', 'views'],
  },
  visitor_sketches: {
    shown: [],
    withheld: ['day', 'path', 'sketch'],
  },
  vitals: {
    shown: [],
    withheld: ['day', 'path', 'device', 'metric', 'histogram'],
  },
  visit_details: {
    shown: [],
    withheld: ['day', 'kind', 'name', 'views'],
  },
} as const satisfies Readonly<Record<string, Columns>>;

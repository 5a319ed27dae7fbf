import { expect, test, vi } from 'vitest';
import { type ErrorWatch, watchErrors } from './watch-errors.ts';

const WATCH: ErrorWatch = {
  sentence: 'Error loading page',
  endpoint: '/reports',
  reports: 3,
  longest: { message: 60, source: 40, stack: 80 },
};

function openPage(fetch: (url: string, init: RequestInit) => Promise<unknown> = async () => undefined) {
  const listeners: Record<string, (event: unknown) => void> = {};
  const alert = vi.fn();
  const sent = vi.fn(fetch);
  const page = {
    Error,
    location: { pathname: '/auth/verify', origin: 'https://tuesday.example' },
    addEventListener: (kind: string, listener: (event: unknown) => void) => {
      listeners[kind] = listener;
    },
    setTimeout: (work: () => void) => work(),
    fetch: sent,
    alert,
    reportQuietly: undefined as Window['reportQuietly'],
  };
  // Runs only the function's source text, as the document does. A reference to anything outside throws.
  new Function('page', 'watch', `(${watchErrors.toString()})(page, watch)`)(page, WATCH);
  return {
    alert,
    reports: () => sent.mock.calls.map(([, init]) => JSON.parse(String(init.body))),
    sent,
    fail: (event: object) => listeners.error?.({ message: '', filename: '', ...event }),
    reject: (reason: unknown) => listeners.unhandledrejection?.({ reason }),
    recover: (error: unknown) => page.reportQuietly?.('recovered', error),
  };
}

const withStack = (stack: string) => Object.assign(new Error('x'), { stack });

const OURS = {
  message: 'Uncaught Error: x',
  filename: 'https://tuesday.example/assets/a.js',
  lineno: 3,
  colno: 7,
};

test('the first error shows an alert, and a limited number of errors is reported', () => {
  const { alert, fail, reports, sent } = openPage();
  fail({ ...OURS, error: { stack: 'not an Error of this page' } });
  fail(OURS);
  expect(alert.mock.calls).toEqual([['Error loading page']]);
  expect(reports()).toEqual(
    Array(2).fill({
      kind: 'error',
      message: 'Uncaught Error: x',
      source: 'https://tuesday.example/assets/a.js',
      line: 3,
      column: 7,
      stack: '',
      path: '/auth/verify',
    }),
  );
  expect(sent.mock.calls[0]).toMatchObject([
    '/reports',
    { method: 'POST', keepalive: true, credentials: 'omit' },
  ]);
  for (let more = 0; more < 50; more++) fail(OURS);
  expect(sent).toHaveBeenCalledTimes(WATCH.reports);
  expect(alert).toHaveBeenCalledOnce();
});

test('error reports contain no query or fragment, and only texts of limited length', () => {
  const { reject, fail, reports } = openPage();
  const error = new Error('No route "/auth/verify?token=secret" here');
  error.stack = `at go (https://t.example/a.js?v=secret:1:2)\n at /x#secret\n${'y'.repeat(500)}`;
  reject(error);
  fail({ message: `z${'z'.repeat(500)}`, filename: 'https://t.example/auth/reset?token=secret' });
  const [first, second] = reports();
  expect(first).toMatchObject({
    kind: 'rejection',
    message: 'Error: No route "/auth/verify" here',
    stack: expect.stringMatching(/^at go \(https:\/\/t\.example\/a\.js\)\n at \/x\ny+$/),
  });
  expect(JSON.stringify([first, second])).not.toContain('secret');
  expect(second.message).toHaveLength(60);
  expect(second.source).toBe('https://t.example/auth/reset');
});

const OF_EXTENSION = 'at a (https://t.example/a.js:1:1)\n at chrome-extension://abc/inject.js:1:1';
const OUR_STACK =
  'Error: x\n    at b (https://tuesday.example/assets/b.js:1:2)\n    at https://x.example/y.js:1:1';
const STACK_OF_CALLED =
  'x\n at fetch (https://tuesday.example/contact:1:9)\n at https://tuesday.example/assets/a.js:1:1';
const NOTICE = 'ResizeObserver loop completed with undelivered notifications.';

test.each<[alerts: number, reports: number, error: string, event: object]>([
  [1, 1, 'of our script in Chromium', { error: withStack(OUR_STACK) }],
  [1, 1, 'of our script in Firefox', { error: withStack('b@https://tuesday.example/assets/b.js:1:2\n') }],
  [1, 1, 'of the development server', { filename: 'https://tuesday.example/web/root.tsx?t=1' }],
  [0, 1, 'whose details the browser hides', { message: 'Script error.' }],
  [0, 1, 'of an in-app browser', { filename: 'https://tuesday.example/contact', lineno: 1 }],
  [0, 1, 'without a file', { filename: 'undefined', error: withStack('x\n at <anonymous>:1:7') }],
  [0, 1, 'of another site', { filename: 'https://cdn.example/assets/a.js' }],
  [0, 1, 'of a site named like ours', { filename: 'https://tuesday.example.net/assets/a.js' }],
  [0, 1, 'that our scripts only called', { error: withStack(STACK_OF_CALLED) }],
  [0, 0, 'of an extension of Chromium', { filename: 'chrome-extension://abc/content.js' }],
  [0, 0, 'of an extension of Firefox', { filename: 'moz-extension://abc/content.js' }],
  [0, 0, 'of an extension of Safari', { filename: 'safari-web-extension://abc/content.js' }],
  [0, 0, 'of an extension whose URL Safari masks', { filename: 'webkit-masked-url://hidden/' }],
  [0, 0, 'of our script that an extension called', { ...OURS, error: withStack(OF_EXTENSION) }],
  [0, 0, 'that is a harmless notice of a ResizeObserver', { ...OURS, message: NOTICE }],
  [
    0,
    0,
    'that is such a notice in older browsers',
    { ...OURS, message: 'ResizeObserver loop limit exceeded' },
  ],
])('%i alerts are shown and %i reports are sent for an error %s', (alerts, reports, _, event) => {
  const { alert, fail, sent } = openPage();
  fail({ message: 'x', ...event });
  expect(alert).toHaveBeenCalledTimes(alerts);
  expect(sent).toHaveBeenCalledTimes(reports);
});

test('an error that React recovers from is reported without an alert', () => {
  const { alert, recover, reports } = openPage();
  recover(withStack(OUR_STACK));
  recover(Object.create(null));
  expect(reports()).toMatchObject([
    { kind: 'recovered', message: 'Error: x', stack: OUR_STACK.slice(0, WATCH.longest.stack) },
  ]);
  expect(alert).not.toHaveBeenCalled();
});

test('the alert is shown even if sending the report fails', () => {
  const broken = openPage(() => {
    throw new Error('no network');
  });
  broken.fail(OURS);
  expect(broken.alert).toHaveBeenCalledOnce();
  broken.reject(Object.create(null));
});

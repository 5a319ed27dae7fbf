import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSubmission } from './check-submission.ts';
import { FORM_DEFINITIONS } from './form-definitions.ts';

/** Many addresses, on a machine that may be busy. */
const PROPERTY_TIMEOUT = 60_000;
const ORIGIN = 'https://www.example.com';
const WORDS = [
  ['name', 'Asha'],
  ['email', 'asha@example.com'],
  ['message', 'Hello'],
] as const;

/** The page after it, or undefined when it was refused. */
function pageAfter(next: string, origin = ORIGIN): string | undefined {
  const [form] = FORM_DEFINITIONS;
  if (form === undefined) throw new Error('there is no form');
  const entries = { texts: new Map([...WORDS, ['_next', next]]), notText: new Set<string>(), files: [] };
  const checked = checkSubmission(form, entries, origin);
  return checked.kind === 'ok' ? checked.submission.next : undefined;
}

const SCHEMES = [
  ...['http', 'https', 'HTTPS', 'blob', 'filesystem', 'view-source', 'javascript', 'data', 'about', 'file'],
  ...['ftp', 'ws', 'wss', 'mailto', 'intent', 'jar', 'feed', 'urn', 'chrome', 'vbscript', 'blob:blob', ''],
];
const BETWEEN = [':', ':/', '://', ':///', ':\\', ':\\\\', ':\t//', '%3a//', ' ', ''];
const TARGETS = [ORIGIN, `${ORIGIN}/x`, `${ORIGIN}@evil.example/`, 'www.example.com/x', 'evil.example', ''];

function expectOurs(page: string | undefined): void {
  if (page === undefined) return;
  expect(page.startsWith(`${ORIGIN}/`)).toBe(true);
  expect(new URL(page)).toMatchObject({ protocol: 'https:', host: 'www.example.com', username: '' });
}

test(
  'whatever scheme is asked for, the page after it is one of ours, over the scheme of the site',
  () => {
    for (const scheme of SCHEMES)
      for (const between of BETWEEN)
        for (const target of TARGETS) expectOurs(pageAfter(`${scheme}${between}${target}`));
  },
  PROPERTY_TIMEOUT,
);

test(
  'the same for what nobody thought of',
  () => {
    const scheme = fc.oneof(fc.constantFrom(...SCHEMES), fc.stringMatching(/^[a-z][a-z0-9+.-]{0,8}$/));
    const target = fc.oneof(
      fc.constantFrom(...TARGETS),
      fc.webUrl(),
      fc.webPath(),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(scheme, fc.constantFrom(...BETWEEN), target, (...parts) =>
        expectOurs(pageAfter(parts.join(''))),
      ),
      { numRuns: 300 },
    );
  },
  PROPERTY_TIMEOUT,
);

test.each([
  `blob:${ORIGIN}/x`,
  `blob:${ORIGIN}/`,
  `filesystem:${ORIGIN}/temporary/x`,
  `view-source:${ORIGIN}/`,
  `http://www.example.com/`,
  `https://www.example.com:444/`,
  `https://www.example.com.evil.example/`,
  `https://asha@www.example.com/`,
  `https://:secret@www.example.com/`,
])('%s is no page of ours', (next) => {
  expect(pageAfter(next)).toBeUndefined();
});

test.each([
  ['/about', `${ORIGIN}/about`],
  [`${ORIGIN}/about?a#b`, `${ORIGIN}/about?a#b`],
  ['HTTPS://WWW.EXAMPLE.COM/about', `${ORIGIN}/about`],
  [ORIGIN, `${ORIGIN}/`],
  ['?again', `${ORIGIN}/?again`],
  ['', `${ORIGIN}/contact/thanks`],
  ['  ', `${ORIGIN}/contact/thanks`],
])('%j leads to %s', (next, page) => {
  expect(pageAfter(next)).toBe(page);
});

test('a site on a port of its own has its pages there', () => {
  const origin = 'http://localhost:3000';
  expect(pageAfter('/about', origin)).toBe(`${origin}/about`);
  expect(pageAfter('http://localhost/about', origin)).toBeUndefined();
  expect(pageAfter('http://localhost:30001/', origin)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { NOTIFICATION } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { formIn, newMessage, openFormSite, sendAsBrowser } from '#server/testing/form-site.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';

/** Forms that a page of somebody else's made a visitor's browser send. */
const ELSEWHERE = 'https://evil.example';

const app = await openFormSite();

/** What a page adds that nobody typed, and that nobody sees. */
const UNSEEN = {
  _replyto: 'mallory@evil.example',
  _subject: 'Close my account',
  _next: '/pricing',
  _gotcha: 'x',
  note: 'Approved by <support>',
};
const send = (
  values: Readonly<Record<string, string>>,
  headers: Record<string, string>,
  path = '/f/contact',
) => sendAsBrowser(app.browser(), path, new URLSearchParams(values), headers);

test('[V3.4.2-2] a refused form that another site sent and that is sent again keeps none of its hidden fields', async () => {
  const { browser, email } = await signedInPerson(app);
  const words = { ...newMessage(), email };
  const refused = await sendAsBrowser(
    browser,
    '/f/contact',
    new URLSearchParams({ ...UNSEEN, ...words, name: '' }),
    { origin: ELSEWHERE },
  );
  expect(refused.status).toBe(422);
  const again = { ...formIn(refused.text).values, name: 'Asha Rao' };
  const sent = await sendAsBrowser(browser, '/f/contact', new URLSearchParams(again), {
    origin: TEST_ORIGIN,
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact/thanks']);
  const [row] = await app.rowsOf({ email });
  expect(row).toMatchObject({ state: 'received', message: words.message, fields: '{}' });
  const [mail] = await app.mailsAbout({ email });
  expect(mail?.text_body).toContain(filled(NOTIFICATION.signedIn, { email }));
  expect(mail).toMatchObject({
    reply_to: email,
    subject: filled(NOTIFICATION.subject, { name: 'Asha Rao' }),
  });
});

test.each([
  ['a foreign origin', { origin: ELSEWHERE }],
  ['no page’s origin', { origin: 'null' }],
  ['a foreign origin, whatever else is said', { origin: ELSEWHERE, 'sec-fetch-site': 'same-origin' }],
  ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }],
  ['no origin, from a neighbour', { 'sec-fetch-site': 'same-site' }],
])(
  'a refused form that another site sent (%s) comes back with only the form’s own fields',
  async (_, headers) => {
    const typed = { ...newMessage(), email: 'asha at home' };
    const { status, text } = await send({ ...typed, ...UNSEEN }, headers);
    expect(status).toBe(422);
    expect(formIn(text)).toEqual({ action: '/f/contact', values: typed });
    expect(text.match(/type="hidden" name="\w+"/g)).toEqual(['type="hidden" name="_notice"']);
    // What somebody may have typed there can be copied; what only programs read is gone.
    expect(text).toContain('<dt>note</dt><dd class="typed">Approved by &lt;support&gt;</dd>');
    for (const name of ['_replyto', '_subject', '_next', '_gotcha']) expect(text).not.toContain(name);
    expect(text).not.toContain(UNSEEN._replyto);
  },
);

test.each([
  ['our own page', { origin: TEST_ORIGIN }],
  ['a browser that names no origin', { 'sec-fetch-site': 'same-origin' }],
  ['an old browser, which says nothing', {}],
])('a refused form that came from %s comes back with all that it held', async (_, headers) => {
  const typed = { ...newMessage(), email: 'asha at home', ...UNSEEN };
  const { text } = await send(typed, headers as Record<string, string>);
  expect(formIn(text).values).toEqual(typed);
  expect(text).not.toContain('id="written"');
});

test('a refused form that another site sent can be sent again without the fields that were left out', async () => {
  const typed = newMessage();
  const others = { _replyto: 'nobody', _next: `${ELSEWHERE}/`, 'Your password': 'x'.repeat(5_001) };
  const { status, text } = await send({ ...typed, ...others }, { origin: ELSEWHERE });
  expect(status).toBe(422);
  expect(formIn(text).values).toEqual(typed);
  expect(text).not.toMatch(/<label[^>]*>Your password/);
  expect(text).not.toContain('href="#');
  expect(text).toContain('_next must lead to a page of this site.');
  expect((await send(formIn(text).values, { origin: TEST_ORIGIN })).status).toBe(303);
});

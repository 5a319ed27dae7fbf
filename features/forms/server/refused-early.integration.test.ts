import { expect, test, vi } from 'vitest';
import { formIn, newMessage, openFormSite, sendAsBrowser } from '#server/testing/form-site.ts';

/** Allows one submission a minute per network address. Each test browser has its own address. */
const app = await openFormSite({ RATE_LIMIT_SCALE: '0.2' });

const STRANGER = { origin: 'https://blog.example' };

function streamOf(chunks: number, size: number) {
  let taken = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      if (taken === chunks) return controller.close();
      taken += 1;
      controller.enqueue(new Uint8Array(size).fill(0x61));
    },
  });
  return { body, taken: () => taken };
}

const sendStream = (path: string, body: ReadableStream, accept: string, browser = app.browser()) => {
  const headers = { 'content-type': 'application/json', accept };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return browser.send(path, init);
};

test.each([
  ['a form that accepts messages', '/f/contact', 200, {}],
  ['an unknown form', '/f/nowhere', 404, {}],
  ['a form of an unknown project', '/p/elsewhere/f/contact', 404, {}],
  ['a form that is switched off', '/f/closed', 403, {}],
  ['a form that belongs to other sites', '/f/partners', 403, STRANGER],
] as const)('sending to %s counts towards the rate limit for all forms', async (_, path, status, headers) => {
  const browser = app.browser();
  expect((await browser.post(path, newMessage(), headers)).status).toBe(status);
  for (const next of [path, '/f/contact', '/p/site/f/feedback', '/f/other']) {
    const answer = await browser.post(next, newMessage(), headers);
    expect([answer.status, answer.json.errors[0].code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await app.browser().post('/f/contact', newMessage())).status).toBe(200);
});

test('opening the address of a form, or a CORS preflight for it, does not count towards the rate limit', async () => {
  const browser = app.browser();
  for (let count = 0; count < 3; count += 1) {
    expect((await browser.get('/f/contact')).status).toBe(303);
    expect((await browser.send('/f/contact', { method: 'OPTIONS', headers: STRANGER })).status).toBe(204);
  }
  expect((await browser.post('/f/contact', newMessage())).status).toBe(200);
});

test('if a form is refused before its fields are checked, the server still reads its body, and the sender gets the answer', async () => {
  for (const [path, chunks, accept] of [
    ['/f/nowhere', 3, 'application/json'],
    ['/f/closed', 100, 'application/json'],
    ['/p/elsewhere/f/contact', 100, 'text/html'],
  ] as const) {
    const { body, taken } = streamOf(chunks, 100_000);
    expect([403, 404]).toContain((await sendStream(path, body, accept)).status);
    expect(taken()).toBe(chunks);
  }
});

test('a form from a sender over the rate limit is answered with 429 before its whole body is read', async () => {
  for (const accept of ['application/json', 'text/html']) {
    const browser = app.browser();
    await browser.post('/f/contact', newMessage());
    const { body, taken } = streamOf(100, 100_000);
    expect((await sendStream('/f/contact', body, accept, browser)).status).toBe(429);
    expect(taken()).toBeLessThan(10);
  }
});

test('if a form is refused before its fields are checked, the page shows all that was typed, even the longest message', async () => {
  const browser = app.browser();
  const letter = { name: 'न'.repeat(100), email: newMessage().email, message: 'क'.repeat(5_000) };
  const closed = await sendAsBrowser(browser, '/f/closed', new URLSearchParams(letter));
  expect(closed.status).toBe(403);
  expect(closed.text).toContain(letter.message);
  const limited = await sendAsBrowser(browser, '/f/contact', new URLSearchParams(letter));
  expect([limited.status, formIn(limited.text).values]).toEqual([429, letter]);
  expect(limited.text).toMatch(/Please wait \d+ seconds? and try again\./);
});

test('a network address can send 200 forms a day and no more, however slowly', async () => {
  // With a twentieth of the normal limits, ten forms a day and one a minute are allowed.
  const app = await openFormSite({ RATE_LIMIT_SCALE: '0.05' });
  const browser = app.browser();
  const started = Date.now();
  const now = vi.spyOn(Date, 'now');
  const sendAfter = async (minutes: number, from = browser) => {
    now.mockReturnValue(started + minutes * 61_000);
    return (await from.post('/f/contact', newMessage())).status;
  };
  for (let minute = 0; minute < 10; minute++) expect(await sendAfter(minute)).toBe(200);
  expect(await sendAfter(10)).toBe(429);
  expect(await sendAfter(10, app.browser())).toBe(200);
  expect(await sendAfter(24 * 60)).toBe(200);
});

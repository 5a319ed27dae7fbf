import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFormSite, sendAsBrowser } from '#server/testing/form-site.ts';
import { testSeed } from '#server/testing/random.ts';

/** Input that nobody sends by accident, all the way into the database. */
const app = await openFormSite();

/** Halves of characters and control characters are among them. */
const anyUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

const errorsLogged = () => app.logLines().filter((line) => /"level":"(error|fatal)"/.test(line));

test('[V1.2.4] any content of a form is stored or refused, on every database', async () => {
  const key = fc.oneof(
    fc.string({ unit: anyUnit, maxLength: 120 }),
    fc.constantFrom('__proto__', 'constructor', '\0', '\ud800', '', '_subject', '_replyto', 'email'),
  );
  const value = fc.oneof(
    fc.string({ unit: anyUnit, maxLength: 300 }),
    fc.constantFrom('\0', 'a\u0000b', '\ud800', '\udfff', "'; drop table submissions; --", '$1', '{name}'),
    fc.anything(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(key, value), { maxLength: 8 }), async (pairs) => {
      const json = `{"message":"x",${pairs.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item) ?? null}`).join(',')}${pairs.length > 0 ? ',' : ''}"name":"y"}`;
      const headers = { 'content-type': 'application/json' };
      for (const accept of ['application/json', 'text/html']) {
        const init = { method: 'POST', body: json, headers: { ...headers, accept } };
        const answer = await app.browser().send('/f/partners', init);
        expect([200, 303, 400, 422]).toContain(answer.status);
        expect(answer.text).not.toMatch(/<script|onerror=/i);
      }
    }),
    { seed: testSeed(), numRuns: 100 },
  );
  expect(errorsLogged()).toEqual([]);
}, 60_000);

test('[V1.2.1] what was typed is encoded in the page that shows it again', async () => {
  const odd = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'</textarea></form>';
  const values = new URLSearchParams({
    name: odd,
    email: odd,
    message: odd,
    [odd.slice(0, 90)]: odd,
    _replyto: odd,
  });
  const { status, text } = await sendAsBrowser(app.browser(), '/f/contact', values);
  expect(status).toBe(422);
  expect(text).not.toMatch(/<script|<img|<\/textarea><\/form>/);
  expect(text.match(/<form/g)).toHaveLength(1);
  const path = await sendAsBrowser(app.browser(), `/f/${encodeURIComponent(odd)}`, values);
  expect([path.status, /<script|<img/.test(path.text)]).toEqual([404, false]);
});

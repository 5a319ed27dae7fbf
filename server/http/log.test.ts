import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { testSeed } from '#server/testing/clock-and-random.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { createLog, scrub, scrubError, writeTo } from './log.ts';

describe('scrub(), which cleans texts for the log,', () => {
  it.each([
    ['Key (email)=(asha@example.com) already exists.', 'Key (email)=([address]) already exists.'],
    ['mail to <asha.k+news@mail.example.co.in>: refused', 'mail to <[address]>: refused'],
    ['/api/x?email=asha%40example.com', '/api/x?email=[address]'],
    ['आशा@उदाहरण.भारत left', '[address] left'],
    ['postgres://site:hunter2@db.example:5432/site', 'postgres://[credentials]@db.example:5432/site'],
    ['bad URL redis://:p@ss/w0rd@cache', 'bad URL redis://[credentials]@cache'],
    ['GET /auth/verify?token=aB-c_1&x=1', 'GET /auth/verify?token=[secret]&x=1'],
    ['Cookie: __Host-session=aaa.bbb; theme=dark', 'Cookie: [secret]; theme=dark'],
    ['{"password":"correct horse","about":"x"}', '{"password":"[secret]","about":"x"}'],
    ["password = 'correct horse' host=db", "password = '[secret]' host=db"],
    [String.raw`"{\"token\":\"a b\",\"x\":1}"`, String.raw`"{\"token\":\"[secret]",\"x\":1}"`],
    ['Authorization: Bearer eyJh.eyJz.sig', 'Authorization: [secret] [secret]'],
    ['the server refused Bearer eyJh.eyJz.sig', 'the server refused Bearer [secret]'],
    ['sent with Basic YXNoYTpwdw', 'sent with Basic [secret]'],
    ['AUTH_SECRET=abc', 'AUTH_SECRET=[secret]'],
  ])('removes email addresses and secrets from: %s', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  it.each([
    'no such table: outbox',
    'at file:///srv/site/node_modules/@fastify/cookie/dist/index.mjs:12:3',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'duplicate key value violates unique constraint "users_email"',
    '/api/user/:id',
  ])('keeps harmless text: %s', (text) => {
    expect(scrub(text)).toBe(text);
    expect(scrubError(text)).toBe(text);
  });

  it('removes long random words from error texts, but keeps ids, which help to find the cause', () => {
    const token = 'kX3vB0qN8sT5uW2yZ7aC4dE6fG9hJ1lM';
    const id = '5b2f8d3a-1c2d-4e5f-8a9b-0c1d2e3f4a5b';
    expect(scrubError(`no ${token} at ${id}`)).toBe(`no [random] at ${id}`);
    expect(scrubError('UserRepositoryWithAVeryLongNameIndeedThatGoesOn')).toContain('Repository');
  });

  it('removes every email address, whatever text surrounds it', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9._%+-]{1,30}$/);
    const edge = fc.constantFrom(' ', '"', "'", '<', '(', ',', ';', ':', '=', '\n', '\\', '/', '[', '|');
    const around = fc.tuple(fc.string(), edge, word, word, edge, fc.string());
    fc.assert(
      fc.property(around, ([before, left, name, host, right, after]) => {
        const address = `${name}@${host}.example`;
        expect(scrub(`${before}${left}${address}${right}${after}`)).not.toContain(address);
      }),
      { seed: testSeed() },
    );
  });

  it('shortens a text of a megabyte in linear time, whatever the text repeats', () => {
    // In quadratic time, a megabyte would take minutes and exceed the limit of the test.
    for (const unit of ['a', 'a@', 'token=', '%40', 'bearer ', 'token:"'])
      expect(scrubError(unit.repeat(1_000_000 / unit.length)).length, unit).toBeLessThan(200_000);
  });
});

describe('a line of the log', () => {
  type Log = ReturnType<typeof createLog>;
  function logged(work: (log: Log) => void): string {
    const lines: string[] = [];
    work(createLog('trace', { write: (line) => void lines.push(line) }));
    return lines.join('');
  }

  it('describes an error by its message, code, stack and cause, without email addresses', () => {
    const detail = 'Key (email)=(asha@example.com)';
    const error = new Error('failed for asha@example.com', { cause: new Error(detail) });
    const err = Object.assign(error, { code: '23505', detail, parameters: ['asha@example.com'] });
    const line = JSON.parse(logged((log) => log.error({ err }, 'request failed')));
    expect(line).toMatchObject({
      level: 'error',
      msg: 'request failed',
      err: { name: 'Error', message: 'failed for [address]', code: '23505', cause: { name: 'Error' } },
    });
    expect(line.err.stack).toContain('log.test.ts');
    expect(JSON.stringify(line)).not.toContain('asha');
  });

  it.each<[string, (log: Log) => void]>([
    ['an error that is logged without a text', (log) => log.error(new Error('to hidden@example.com'))],
    ['the message of a line', (log) => log.warn('to hidden@example.com')],
    ['a field', (log) => log.info({ reason: 'to hidden@example.com' }, 'x')],
    ['a deeply nested field', (log) => log.info({ a: [{ b: { c: 'to hidden@example.com' } }] }, 'x')],
    ['fields named like secrets', (log) => log.info({ body: { Password: 'hidden', newToken: 'hidden' } })],
    ['an AggregateError', (log) => log.info({ err: new AggregateError([new Error('hidden@example.com')]) })],
    ['the fields of a child logger', (log) => log.child({ requestId: '12345678' }).info({ to: 'hidden' })],
    ['the name of an error', (log) => log.info({ err: Object.assign(new Error(), { name: 'hidden@a.io' }) })],
  ])('hides email addresses and secrets in %s', (_, work) => {
    expect(logged(work)).not.toContain('hidden');
    expect(logged(work)).toContain('"level"');
  });

  it('replaces control characters that a terminal would interpret', () => {
    const text = 'a\u009b2J\u0085b\u007f\u2028\u202e';
    const line = logged((log) => log.warn({ origin: text, err: new Error(text) }, text));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
    expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(JSON.parse(line).origin).toBe('a\ufffd2J\ufffdb\ufffd\ufffd\ufffd');
  });
});

// On most sites the log is a pipe, as with Docker or systemd.
test('flushing a log into a pipe succeeds once its lines are written, although a pipe cannot be synced', async () => {
  const pipe = join(makeTemporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const descriptor = openSync(pipe, 'r+');
  onTestFinished(() => closeSync(descriptor));
  const log = createLog('info', writeTo(descriptor));
  log.info('a line');
  await promisify(log.flush).call(log);
  const read = Buffer.alloc(1_000);
  expect(read.toString('utf8', 0, readSync(descriptor, read))).toContain('a line');
});

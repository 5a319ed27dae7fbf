import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeStripe } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { createStripeApi } from './stripe-api.ts';

test('a charge that Stripe does not answer in time counts as unknown and is not sent again', async () => {
  const stripe = await startFakeStripe();
  onTestFinished(stripe.close);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const settings = { secretKey: stripe.settings.STRIPE_SECRET_KEY, apiUrl: stripe.url };
  // The timeout is long enough for the request to arrive on a busy machine.
  const impatient = createStripeApi({ ...settings, timeout: 2_000 }, log);
  const letter = {
    amount: 100,
    currency: 'inr',
    description: 'Letter',
    submission: '1',
    idempotencyKey: '1-0',
  };
  const made = await createStripeApi(settings, log).create(letter);
  if (made.kind !== 'intent') throw new Error(made.kind);
  stripe.breakNext('confirm', 'no-answer');
  expect(await impatient.confirm(made.intent.id, CARDS.visa.method)).toEqual({ kind: 'unknown' });
  await stripe.whenPaid(1);
  const tries = stripe.calls().filter(({ operation }) => operation === 'confirm');
  expect(tries).toHaveLength(1);
  expect(stripe.paid()).toHaveLength(1);
  expect(lines.join()).toContain('StripeConnectionError');
});

test('a charge that Stripe refuses because another request uses the payment counts as unknown, not as uncharged', async () => {
  const error = { type: 'invalid_request_error', code: 'lock_timeout', message: 'Another request is at it.' };
  const busy = createServer((_, response) => {
    response.writeHead(429, { 'Content-Type': 'application/json', 'Stripe-Should-Retry': 'false' });
    response.end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(busy, 'listening');
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as AddressInfo;
  const api = createStripeApi(
    { secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` },
    pino({ level: 'silent' }),
  );
  expect(await api.confirm('pi_1', CARDS.visa.method)).toEqual({ kind: 'unknown' });
});

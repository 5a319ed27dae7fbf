import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const script = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Each script is before the elements that it listens to, so that no early input or click is missed. */
const CARD_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title>
<style>body{margin:0;display:flex;gap:8px}input{font:inherit;border:0;background:none;color:inherit;min-width:0}</style>
<script>${script('stripe-card-frame.js')}</script>
<input id="number" aria-label="Card number" placeholder="Card number" size="19">
<input id="expiry" aria-label="Expiration" placeholder="MM / YY" size="7">
<input id="cvc" aria-label="CVC" placeholder="CVC" size="4"></html>`;

const BANK_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title>
<script>addEventListener('click', ({ target }) => parent.postMessage({ kind: 'bank', outcome: target.id }, '*'))</script>
<h1>Is this payment yours?</h1>
<button id="agreed">Complete authentication</button> <button id="refused">Fail authentication</button></html>`;

/** The files that a browser loads from Stripe's hosts, by path: Stripe's script, the card field and the bank's page. */
export const STRIPE_FILES: Readonly<Record<string, string>> = {
  '/v3': script('stripe-in-the-page.js'),
  '/stand-in/card': CARD_FRAME,
  '/stand-in/bank': BANK_FRAME,
};

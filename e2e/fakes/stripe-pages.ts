import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type PageFile = { readonly type: string; readonly text: string };

const SCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** The files that a browser loads from Stripe's hosts: `stripe.js`, the card field and the bank's approval page. */
export function pageFile(path: string): PageFile | undefined {
  switch (path.replace(/\/$/, '')) {
    case '/v3':
      return script('stripe-in-the-page.js');
    case '/stand-in/card.js':
      return script('stripe-card-frame.js');
    case '/stand-in/bank.js':
      return script('stripe-bank-frame.js');
    case '/stand-in/card':
      return { type: HTML, text: CARD_FRAME };
    case '/stand-in/bank':
      return { type: HTML, text: BANK_FRAME };
    default:
      return undefined;
  }
}

function script(name: string): PageFile {
  return { type: SCRIPT, text: readFileSync(join(import.meta.dirname, name), 'utf8') };
}

/** Each script is before the elements that it listens to, so that no early input or click is missed. */
const CARD_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title>
<style>body{margin:0;display:flex;gap:8px}input{font:inherit;border:0;background:none;color:inherit;min-width:0}</style>
<script src="/stand-in/card.js"></script>
<input id="number" aria-label="Card number" placeholder="Card number" size="19">
<input id="expiry" aria-label="Expiration" placeholder="MM / YY" size="7">
<input id="cvc" aria-label="CVC" placeholder="CVC" size="4"></html>`;

const BANK_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title>
<script src="/stand-in/bank.js"></script>
<h1>Is this payment yours?</h1>
<button id="agreed">Complete authentication</button> <button id="refused">Fail authentication</button></html>`;

import { createHash } from 'node:crypto';

type AccountPage = {
  readonly provider: 'Google' | 'GitHub';
  readonly action: string;
  /** The host of the site that asks for the sign-in. */
  readonly askedBy: string;
  readonly agree: string;
  /** The faults that can be chosen on the form, each with its label. */
  readonly faults: Readonly<Record<string, string>>;
};

/** The provider's page on which a visitor enters an identity and then agrees or cancels. Works without JavaScript. */
export function accountPage({ provider, action, askedBy, agree, faults }: AccountPage): string {
  const login = `<label>Login name <input name="${FIELDS.login}" autocomplete="off" placeholder="from the address"></label>`;
  const options = Object.entries(faults).map(
    ([value, words]) => `<option value="${value}">${escaped(words)}</option>`,
  );
  return page(
    provider,
    `<h1>Continue with ${provider}</h1>
<p><strong>${escaped(askedBy)}</strong> would like to know who you are.</p>
<p>This is a stand-in for ${provider}, running on this machine. Nobody here is real: be anyone you like.</p>
<form method="post" action="${escaped(action)}">
  <label>Email address <input name="${FIELDS.email}" type="text" inputmode="email" autocomplete="off"></label>
  <label><input name="${FIELDS.isVerified}" type="checkbox" value="yes" checked> ${provider} has verified this address</label>
  ${provider === 'GitHub' ? login : ''}
  <label>Display name <input name="${FIELDS.name}" autocomplete="off" placeholder="none"></label>
  <details>
    <summary>For testing</summary>
    <label>Account number <input name="${FIELDS.id}" inputmode="numeric" autocomplete="off" placeholder="from the address"></label>
    <label>What goes wrong
      <select name="${FIELDS.fault}"><option value="">Nothing</option>${options.join('')}</select>
    </label>
  </details>
  <button name="${FIELDS.answer}" value="continue">${agree}</button>
  <button name="${FIELDS.answer}" value="cancel">Cancel</button>
</form>`,
  );
}

/** An error page, which providers show instead of sending the visitor back to the site. */
export function problemPage(provider: AccountPage['provider'], problem: string): string {
  const where = `This is a stand-in for ${provider}, running on this machine.`;
  return page(provider, `<h1>This sign-in cannot go on</h1><p>${escaped(problem)}</p><p>${where}</p>`);
}

function page(provider: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${provider} (stand-in)</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1rem; }
label { display: block; margin: .8rem 0; }
input:not([type=checkbox]), select { display: block; width: 100%; padding: .5rem; font: inherit; }
button { min-width: 8rem; min-height: 2.75rem; font: inherit; }
</style>
<main>
<p>${provider} <span>stand-in</span></p>
${body}
</main>
</html>
`;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** A person with an account at a provider, as the visitor enters it on the form. Missing texts are empty. */
export type Person = {
  /** The provider's number for the account. It never changes, unlike the address and the name. */
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
  readonly login: string;
};

/** The names of the fields in the provider's form. `answer`: which button was pressed, `continue` or `cancel`. */
export const FIELDS = {
  email: 'email',
  isVerified: 'verified',
  name: 'name',
  login: 'login',
  id: 'account',
  fault: 'fault',
  answer: 'answer',
} as const;

/** Without an account number in the form, the number is derived from the address, or else from the name. */
export function personFrom(form: URLSearchParams): Person {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const email = field(FIELDS.email);
  const name = field(FIELDS.name);
  const login = field(FIELDS.login) || email.split('@')[0] || name || 'somebody';
  const hash = createHash('sha256').update(email.toLowerCase() || login);
  return {
    id: field(FIELDS.id) || String(hash.digest().readUIntBE(0, 6)),
    email,
    isVerified: form.get(FIELDS.isVerified) !== null,
    name,
    login,
  };
}

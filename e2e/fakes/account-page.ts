import { FIELDS } from './person.ts';

type AccountPage = {
  /** The name of the imitated provider: `Google` or `GitHub`. */
  readonly provider: string;
  /** The URL to which the form is submitted. */
  readonly action: string;
  /** The host of the site that asks for the sign-in. */
  readonly askedBy: string;
  /** The label of the button that agrees. */
  readonly agree: string;
  readonly hasLogin: boolean;
  /** The faults that can be chosen on the form, each with its label. */
  readonly faults: Readonly<Record<string, string>>;
};

/** The provider's page on which a visitor enters an identity and then agrees or cancels. Works without JavaScript. */
export function accountPage(page: AccountPage): string {
  const { provider, askedBy, agree } = page;
  return document(
    provider,
    `<h1>Continue with ${provider}</h1>
<p><strong>${escapeHtml(askedBy)}</strong> would like to know who you are.</p>
<p>This is a stand-in for ${provider}, running on this machine. Nobody here is real: be anyone you like.</p>
<form method="post" action="${escapeHtml(page.action)}">
  <label>Email address <input name="${FIELDS.email}" type="text" inputmode="email" autocomplete="off"></label>
  <label><input name="${FIELDS.isVerified}" type="checkbox" value="yes" checked> ${provider} has verified this address</label>
  ${page.hasLogin ? `<label>Login name <input name="${FIELDS.login}" autocomplete="off" placeholder="from the address"></label>` : ''}
  <label>Display name <input name="${FIELDS.name}" autocomplete="off" placeholder="none"></label>
  <details>
    <summary>For testing</summary>
    <label>Account number <input name="${FIELDS.id}" inputmode="numeric" autocomplete="off" placeholder="from the address"></label>
    <label>What goes wrong
      <select name="${FIELDS.fault}">
        <option value="">Nothing</option>
        ${Object.entries(page.faults)
          .map(([value, words]) => `<option value="${value}">${escapeHtml(words)}</option>`)
          .join('\n        ')}
      </select>
    </label>
  </details>
  <button name="${FIELDS.answer}" value="continue">${agree}</button>
  <button name="${FIELDS.answer}" value="cancel">Cancel</button>
</form>`,
  );
}

/** An error page, which providers show instead of sending the visitor back to the site. */
export function problemPage(provider: string, problem: string): string {
  return document(
    provider,
    `<h1>This sign-in cannot go on</h1><p>${escapeHtml(problem)}</p><p>This is a stand-in for ${provider}, running on this machine.</p>`,
  );
}

function document(provider: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${provider} (stand-in)</title>
<style>${STYLE}</style>
</head>
<body><main>
<p>${provider} <span>stand-in</span></p>
${body}
</main></body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1rem; }
label { display: block; margin: .8rem 0; }
input:not([type=checkbox]), select { display: block; width: 100%; padding: .5rem; font: inherit; }
button { min-width: 8rem; min-height: 2.75rem; font: inherit; }
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

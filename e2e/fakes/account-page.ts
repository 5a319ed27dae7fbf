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
<p class="note">This is a stand-in for ${provider}, running on this machine. Nobody here is real: be anyone you like.</p>
<form method="post" action="${escapeHtml(page.action)}">
  <label>Email address <input name="${FIELDS.email}" type="text" inputmode="email" autocomplete="off"></label>
  <label class="tick"><input name="${FIELDS.isVerified}" type="checkbox" value="yes" checked> ${provider} has verified this address</label>
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
  <div class="buttons">
    <button name="${FIELDS.answer}" value="continue" class="main">${agree}</button>
    <button name="${FIELDS.answer}" value="cancel">Cancel</button>
  </div>
</form>`,
  );
}

/** An error page, which providers show instead of sending the visitor back to the site. */
export function problemPage(provider: string, problem: string): string {
  return document(
    provider,
    `<h1>This sign-in cannot go on</h1><p>${escapeHtml(problem)}</p><p class="note">This is a stand-in for ${provider}, running on this machine.</p>`,
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
<p class="mark">${provider} <span>stand-in</span></p>
${body}
</main></body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c9c5d6, #4a4560); --ink: light-dark(#211c38, #f4f1fa); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: light-dark(#f4f2f9, #17132a); }
main { max-width: 27rem; margin: 0 auto; padding: 1.25rem; }
h1 { font-size: 1.4rem; margin: .5rem 0; }
.mark { font-weight: 700; margin: 0; }
.mark span { font-size: .8rem; padding: .1rem .5rem; border-radius: 1rem; color: #3b2600; background: #ffd479; }
.note { font-size: .9rem; padding: .6rem .8rem; border-radius: .6rem; background: light-dark(#e8e4f3, #262042); }
label { display: block; margin: .8rem 0; font-weight: 600; }
label.tick { font-weight: 400; }
input:not([type=checkbox]), select { display: block; width: 100%; margin-top: .25rem; padding: .55rem .7rem; font: inherit;
  font-weight: 400; color: inherit; background: light-dark(#fff, #1f1a36); border: 1px solid var(--line); border-radius: .5rem; }
summary { cursor: pointer; }
.buttons { display: flex; gap: .75rem; flex-direction: row-reverse; margin-top: 1.25rem; }
button { flex: 1; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .6rem; }
button.main { color: #fff; background: #5a3fc0; border-color: #5a3fc0; }
:focus-visible { outline: 3px solid #8b6cf0; outline-offset: 2px; }
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

import { ACTION_NAMES, ACTIONS, may, ROLE_NAMES, ROLES } from '#contract/console.ts';
import { html } from './html.ts';
import type { Operator } from './operator.ts';
import type { Page } from './page.ts';
import { facts } from './parts.ts';

/** Who may do what: the table by which every route is guarded. */
export function rolesPage({ role }: Operator): Page {
  return {
    title: 'Who may do what',
    main: html`<p class="text-lead">Your role is ${role}.</p>
${facts(Object.entries(ROLES), 'facts card')}
<table class="roles"><thead><tr>${['May', ...ROLE_NAMES].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${ACTION_NAMES.map(
      (action) =>
        html`<tr><th scope="row">${ACTIONS[action].what}</th>${ROLE_NAMES.map(
          (name) => html`<td>${may(name, action) ? 'yes' : html`<span class="soft">no</span>`}</td>`,
        )}</tr>`,
    )}</tbody></table>`,
  };
}

import { REASONS } from '#contract/reasons.ts';
import { type Html, html } from './html.ts';

/** A field for a reason. No reason is preselected, so that nobody gives a reason without having read it. */
export function reasonField(
  label: string,
  name = 'reason',
  reasons: Readonly<Record<string, string>> = REASONS,
  chosen?: string,
): Html {
  const options = Object.entries(reasons).map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  );
  return html`<label class="field"><span>${label}</span><select class="input" name="${name}" required><option value="">Please choose</option>${options}</select></label>`;
}

import { REASONS } from '#contract/reasons.ts';
import { type Html, html } from '#server/html/html.ts';

/** The field for the reason of a deletion. None is chosen beforehand, so that nobody gives a reason without having read it. */
export function reasonField(label: string): Html {
  const options = Object.entries(REASONS).map(
    ([value, words]) => html`<option value="${value}">${words}</option>`,
  );
  return html`<label class="field"><span>${label}</span><select class="input" name="reason" required><option value="">Please choose</option>${options}</select></label>`;
}

import {
  FORM_SETTINGS,
  FORMS,
  type FormName,
  type FormSettings,
  formAddress,
} from '#features/forms/contract.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

const FORM_NAMES = Object.keys(FORMS) as readonly FormName[];

/**
 * The build leaves the address at our own form service, which is its own mark; React in the browser finds what it would
 * have written. Neither address has a character to escape: `settings.ts` sees to it.
 */
export function formPages({ formEndpoint, formContactKey, formFeedbackKey }: Settings): FeaturePages {
  const forms = { endpoint: formEndpoint, contact: formContactKey, feedback: formFeedbackKey };
  const actionOf = (service: FormSettings['forms'], form: FormName) =>
    ` action="${formAddress(service, form)}"`;
  return {
    publicSettings: { forms } satisfies FormSettings,
    calls: [formEndpoint],
    rewrite: (html) =>
      FORM_NAMES.reduce(
        (text, form) => text.replaceAll(actionOf(FORM_SETTINGS.forms, form), actionOf(forms, form)),
        html,
      ),
  };
}

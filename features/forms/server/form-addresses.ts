import { DEFAULT_PUBLIC_SETTINGS, type PublicSettings } from '#contract/public-settings.ts';
import { FORMS, type FormName, formAddress } from '#features/forms/contract.ts';

const FORM_NAMES = Object.keys(FORMS) as readonly FormName[];

/**
 * The build leaves the address at our own form service, which is its own mark; React in the browser finds what it would
 * have written. Neither address has a character to escape: `server/settings/settings.ts` sees to it.
 */
export function writeFormAddresses(html: string, { forms: service }: PublicSettings): string {
  const actionOf = (forms: PublicSettings['forms'], form: FormName) =>
    ` action="${formAddress(forms, form)}"`;
  return FORM_NAMES.reduce(
    (text, form) => text.replaceAll(actionOf(DEFAULT_PUBLIC_SETTINGS.forms, form), actionOf(service, form)),
    html,
  );
}

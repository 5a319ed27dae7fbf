import type { PasswordRule } from '#features/accounts/bodies.ts';
import { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import type { Settings } from '#server/settings/settings.ts';
import { onOff, type SettingsOf, settingsPart, wholeNumber } from '#server/settings/settings-part.ts';

export const accountSettings = settingsPart({
  fields: {
    PASSWORD_MIN_LENGTH: wholeNumber(1, 128).default(ACCOUNT_SETTINGS.passwordMinLength),
    REFUSE_COMMON_PASSWORDS: onOff.default(ACCOUNT_SETTINGS.refuseCommonPasswords),
    MINIMUM_AGE: wholeNumber(0, 99).default(ACCOUNT_SETTINGS.minimumAge),
  },
  shown: { PASSWORD_MIN_LENGTH: 'value', REFUSE_COMMON_PASSWORDS: 'value', MINIMUM_AGE: 'value' },
  values: (env) => ({
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    refuseCommonPasswords: env.REFUSE_COMMON_PASSWORDS,
    minimumAge: env.MINIMUM_AGE,
  }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof accountSettings> {}
}

/** Loads the list of common passwords only if the rule uses it, to save memory. */
export async function readPasswordRule({
  passwordMinLength,
  refuseCommonPasswords,
}: Settings): Promise<PasswordRule> {
  const { isCommonPassword } = refuseCommonPasswords
    ? await import('#contract/common-passwords.ts')
    : { isCommonPassword: () => false };
  return { minLength: passwordMinLength, isCommon: isCommonPassword };
}

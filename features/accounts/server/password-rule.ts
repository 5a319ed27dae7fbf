import type { PasswordRule } from '#features/accounts/bodies.ts';
import type { Settings } from '#server/settings/settings.ts';

/** What a new password must be. The list of common passwords takes memory: it is loaded only where it counts. */
export async function readPasswordRule({
  passwordMinLength,
  refuseCommonPasswords,
}: Settings): Promise<PasswordRule> {
  const { isCommonPassword } = refuseCommonPasswords
    ? await import('#contract/common-passwords.ts')
    : { isCommonPassword: () => false };
  return { minLength: passwordMinLength, isCommon: isCommonPassword };
}

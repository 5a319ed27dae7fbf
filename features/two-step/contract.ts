export const SECOND_STEP_API = {
  signIn: '/api/account/second-step',
  begin: '/api/account/second-step/begin',
  confirm: '/api/account/second-step/confirm',
  recoveryCodes: '/api/account/second-step/recovery-codes',
  codesSaved: '/api/account/second-step/codes-saved',
  off: '/api/account/second-step/off',
} as const;

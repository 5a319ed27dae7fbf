export const RESET_WORDS = {
  pageTitle: 'Choose a new password',
  pageDescription: 'Choose a new password for your account.',
  lead: 'Changing it signs you out on every other device.',
  submit: 'Change my password',
  code: 'Code from your app, or a recovery code',
  /** Shown after a reset with a recovery code. */
  codeUsed: 'Your password has been changed, and that recovery code is used up. Codes left: {left}.',
  codeMissing: 'Enter a code from your app, or one of your recovery codes.',
  otherMethod: 'Sign in another way',
  lost: {
    title: 'Lost all of them?',
    text: 'Please write to {email}. With two proofs that it’s you, such as your answer to an email of ours and an identity document, we turn off what you’ve lost, a day after we’ve told you by email.',
  },
  another: 'Get a new link',
} as const;

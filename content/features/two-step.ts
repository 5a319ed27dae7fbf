/** The words of two-step verification on the security page. */
export const SECOND_STEP_WORDS = {
  title: 'Two-step verification',
  isOff: 'Ask for a code from an app on your phone as well. Then a stolen password isn’t enough to get in.',
  isOn: 'On. When you sign in, we ask for a code from your authenticator app as well.',
  turnOn: 'Turn on',
  scan: 'Scan this picture with an authenticator app, or type the key into it. Then enter the code that the app shows.',
  qr: 'QR code for your authenticator app. It holds the key below.',
  key: 'Key',
  code: 'Code from the app',
  codeMissing: 'Enter the six digits that the app shows.',
  confirm: 'Turn on',
  cancel: 'Cancel',
  left: 'Recovery codes left: {left}.',
  fewLeft: 'Only a few recovery codes are left: {left}. Please get new ones.',
  unsaved:
    'You haven’t told us that you saved your recovery codes. If you don’t have them, please get new ones.',
  renew: 'New recovery codes',
  renewHint: 'Enter a code to get ten new recovery codes. The old ones stop working.',
  off: 'Turn off',
  offHint: 'Enter a code to turn two-step verification off.',
  /** The server's answer. */
  offDone: 'Two-step verification is off. You can now remove this site from your app.',
  submit: 'Continue',
  codesTitle: 'Your recovery codes',
  codesLead:
    'Each one works once, in place of the app. Keep them somewhere safe: without the app and without these, you can’t sign in with your password. We show them only now.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Your browser didn’t let us copy. Please download the codes or write them down.',
  download: 'Download as text',
  file: 'recovery-codes.txt',
  done: 'I’ve saved them',
  /** The server's answer. */
  savedDone: 'Saved.',
} as const;

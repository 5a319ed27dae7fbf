import { CODE_WORDS } from '#content/code.ts';

export const SECOND_STEP_WORDS = {
  title: 'Two-step verification',
  isOff: 'Ask for a code from an app on your phone as well. Then a stolen password isn’t enough to get in.',
  isOn: 'On. When you sign in, we ask for a code from your authenticator app as well.',
  turnOn: 'Turn on two-step verification',
  scan: 'If your authenticator app is on this device, open it or copy the key. Otherwise scan the picture with it. Then enter the code that the app shows.',
  noApp: 'No such app yet? Install one from your app store, for example Aegis, 2FAS or Google Authenticator.',
  open: 'Open the app',
  copyKey: 'Copy the key',
  /** Always shown below “Open the app”, because a browser does not report when no app can open the link. */
  notOpened: 'Nothing opened? Copy the key, and enter it in the app.',
  qr: 'QR code for your authenticator app. It holds the key on this page.',
  key: 'Key',
  code: 'Code from the app',
  sixDigits: 'Enter the six digits that the app shows.',
  confirm: 'Turn on two-step verification',
  cancel: 'Cancel',
  left: 'Recovery codes left: {left}.',
  fewLeft: 'Only a few recovery codes are left: {left}. Please get new ones.',
  unsaved:
    'You haven’t told us that you saved your recovery codes. If you don’t have them, please get new ones.',
  renew: 'New recovery codes',
  renewHint: `${CODE_WORDS.lead} Then you get new recovery codes, and the old ones stop working.`,
  off: 'Turn off two-step verification',
  /** Shown after the server has turned two-step verification off. */
  offDone: 'Two-step verification is off. You can now remove this site from your app.',
  submit: 'Continue',
  codesTitle: 'Your recovery codes',
  codesLead:
    'Each one works once, in place of the app. Keep them somewhere safe: without the app and without these, you can’t sign in with your password. This is the only time we show them.',
  copy: 'Copy the codes',
  copied: 'Copied.',
  /** Shown when the browser refuses access to the clipboard. */
  notCopied: 'Your browser didn’t let us copy. Please select the text and copy it.',
  download: 'Download as text',
  file: 'recovery-codes.txt',
  /** The first line of the downloaded file. */
  fileLead: 'Recovery codes for {site}, made on {date}. Each works once, in place of a code from the app.',
  /** Announced when the recovery codes appear for the first time. */
  onDone: 'Two-step verification is on.',
  done: 'I’ve saved them',
  /** The question for a person who leaves the page without having copied or downloaded the codes. */
  unsavedCodes: {
    title: 'Leave without your recovery codes?',
    text: 'You haven’t copied or downloaded them, and we can’t show them again.',
    stay: 'Stay here',
    leave: 'Leave without them',
  },
  /** Shown after the server has recorded that the person saved the recovery codes. */
  savedDone: 'Saved.',
} as const;

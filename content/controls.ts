/** The words of controls that many pages have. */
export const CONTROL_WORDS = {
  /** On a button whose work is under way. */
  busy: 'Loading...',
  sending: 'Sending...',
  dismissMessage: 'Dismiss this message',
  notifications: 'Notifications',
  dismissNotification: 'Dismiss this notification',
  /** Beside a password; the label of the field follows. */
  show: 'Show',
  /** Only heard, after the label of a link. */
  newTab: '(opens in a new tab)',
} as const;

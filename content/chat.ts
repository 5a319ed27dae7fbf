import { BRAND } from './brand.ts';

/** The words of the help chat (spec §2). */
export const CHAT = {
  label: 'Help chat',
  /** What the floating button is called; that it is open or closed is told besides. */
  button: `Chat with ${BRAND.product}`,
  buttonHint:
    'You can drag this button. The arrow keys move it too, and Shift with an arrow key moves it further.',
  title: `Chat with ${BRAND.product}`,
  line: `${BRAND.product} coming soon!`,
  meanwhile: 'Chat isn’t live yet. You can reach us here:',
  note: `The first two lead to an AI that answers general questions as a representative of ${BRAND.company}; they aren’t our community channels. For anything about you or your account, contact support: a person answers there.`,
  close: 'Close the chat',
  otherSide: 'Move to the other side',
  newTab: '(opens in a new tab)',
} as const;

import { BRAND } from '#content/brand.ts';

export const CHAT = {
  label: 'Help chat',
  /** The name of the floating button for screen readers. `aria-expanded` adds whether the chat is open. */
  button: `Chat with ${BRAND.product}`,
  buttonHint:
    'You can drag this button. The arrow keys move it too, and Shift with an arrow key moves it further.',
  title: `Chat with ${BRAND.product}`,
  line: `${BRAND.product} coming soon!`,
  meanwhile: 'Chat isn’t live yet. You can reach us here:',
  note: `On the first two, an AI that represents ${BRAND.company} answers general questions about the company. For anything about you or your account, contact support, and a person will answer.`,
  close: 'Close the chat',
  otherSide: 'Move to the other side',
  newTab: '(opens in a new tab)',
} as const;

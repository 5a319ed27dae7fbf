import { BRAND } from './brand.ts';

/** The words of the help chat (spec §2). */
export const CHAT = {
  label: 'Help chat',
  /** What the floating button is called; that it is open or closed is told besides. */
  button: `Chat with ${BRAND.product}`,
  buttonHint:
    'This button can be dragged. The arrow keys move it as well, and Shift with an arrow key moves it farther.',
  title: `Chat with ${BRAND.product}`,
  line: `${BRAND.product} coming soon!`,
  meanwhile: 'Nobody answers in this window yet. These doors are open:',
  note: `The AI there is a company representative: it answers general questions about ${BRAND.company}. If yours is a specific query, about you or your account, please ask support.`,
  close: 'Close the chat',
  otherSide: 'Move to the other side',
  newTab: '(opens in a new tab)',
} as const;

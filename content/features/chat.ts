import { BRAND } from '#content/brand.ts';

export const CHAT = {
  label: 'Help chat',
  /** The name of the floating button for screen readers. `aria-expanded` tells them whether the chat is open. */
  button: `Chat with ${BRAND.product}`,
  buttonHint:
    'You can drag this button. The arrow keys move it too, and Shift with an arrow key moves it further.',
  title: `Chat with ${BRAND.product}`,
  line: `${BRAND.product} coming soon!`,
  meanwhile: 'Chat isn’t live yet. You can ask here:',
  note: `The AI represents ${BRAND.company} and answers general questions about it. For plans for a company, your account or anything about you, ask a person.`,
  close: 'Close the chat',
  otherSide: 'Move to the other side',
} as const;

/** Links of the chat panel to other apps and to a support page. */
export const CHAT_LINKS = [
  {
    id: 'messaging',
    label: 'Ask an AI on WhatsApp',
    href: 'https://whatsapp.example.com/tuesday-ai-assistant',
  },
  { id: 'social', label: 'Ask an AI on Twitter', href: 'https://twitter.example.com/tuesday-ai-assistant' },
  { id: 'support', label: 'Ask a person', href: 'https://support.example.com/contact' },
] as const;

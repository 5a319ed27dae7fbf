/** Paths of the mailbox, which exists only on a site without a mail server and answers only its own machine. */
export const MAILBOX = {
  home: '/mailbox',
  messages: '/mailbox/messages.json',
  /** Mails have a prefix of their own, because a parameter next to fixed names would slow down the router for all paths. */
  mail: '/mailbox/mail/:id',
} as const;

/** The mailbox exists only on a site without a mail server, and answers only its own machine. */
export const MAILBOX = {
  home: '/mailbox',
  messages: '/mailbox/messages.json',
  /** A parameter beside fixed names would slow down the router for all paths, so mails have a prefix of their own. */
  mail: '/mailbox/mail/:id',
} as const;

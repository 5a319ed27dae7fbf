/** The mailbox exists only on a site without a mail server, and answers only requests from its own machine. */
export const MAILBOX = {
  home: '/mailbox',
  messages: '/mailbox/messages.json',
  /** The path has a prefix of its own, because a parameter beside fixed names would slow down the router for all paths. */
  mail: '/mailbox/mail/:id',
} as const;

/** Only for this machine, on a site that sends no mail. */
export const MAILBOX = {
  home: '/mailbox',
  messages: '/mailbox/messages.json',
  /** Has its own prefix: a parameter beside fixed names would slow the router down for all paths. */
  mail: '/mailbox/mail/:id',
} as const;

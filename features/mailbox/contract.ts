/** Open to this machine alone, on a site that sends no mail. */
export const MAILBOX = {
  home: '/mailbox',
  messages: '/mailbox/messages.json',
  /** Below a name of its own: a parameter beside fixed names would cost the router its one expression for all paths. */
  mail: '/mailbox/mail/:id',
} as const;

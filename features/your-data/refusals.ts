export const NOT_BY_MAILBOX = {
  code: 'NOT_BY_MAILBOX',
  status: 403,
  message: 'This address has an account that asks for more than a mailbox. Please sign in first.',
};

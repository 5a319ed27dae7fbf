export const NOT_BY_MAILBOX = {
  code: 'NOT_BY_MAILBOX',
  status: 403,
  message: 'This address has an account that an emailed link alone can’t open. Please sign in first.',
};

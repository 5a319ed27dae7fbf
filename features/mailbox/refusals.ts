export const LOOPBACK_ONLY = {
  code: 'LOOPBACK_ONLY',
  status: 403,
  message: 'The mailbox can only be read on the machine that runs the site.',
};

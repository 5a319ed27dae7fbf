export const PASSKEY_REFUSED = {
  code: 'PASSKEY_REFUSED',
  status: 403,
  message: 'That passkey didn’t work. Please try again, or choose another way.',
};

export const TAKE_BACK_REFUSED = {
  code: 'TAKE_BACK_REFUSED',
  status: 403,
  message:
    'That’s neither your password from before the change nor an unused recovery code. Please try again.',
};
export const CHANGE_DECIDED = {
  code: 'CHANGE_DECIDED',
  status: 409,
  message: 'This has been decided in the meantime. Please reload this page.',
};

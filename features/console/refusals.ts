export const ROLE_TAKEN_BACK = {
  code: 'ROLE_TAKEN_BACK',
  status: 403,
  message: 'Your role in the console has changed, so nothing was done. Please reload the page.',
};
export const MESSAGE_DELETED = {
  code: 'MESSAGE_DELETED',
  status: 410,
  message: 'This message was deleted in the meantime, so nothing was sent or saved.',
};
export const LAST_OWNER = {
  code: 'LAST_OWNER',
  status: 409,
  message:
    'This is the only owner of the console. Without an owner, nobody could give roles. Please make someone else an owner first.',
};

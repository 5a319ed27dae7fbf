export const GUEST_BOOK_CLOSED = {
  code: 'GUEST_BOOK_CLOSED',
  status: 403,
  message: 'The guest book takes no entries now.',
};

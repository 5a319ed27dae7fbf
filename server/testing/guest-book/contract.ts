/** GET lists the entries that are shown; POST adds one (refusal GUEST_BOOK_CLOSED). */
export const GUEST_BOOK = '/api/guest-book';

/** All entries, in the operators’ console. */
export const GUEST_BOOK_VIEW = '/console/guest-book';

/** The API path: GET lists the visible entries; POST adds an entry (refusal GUEST_BOOK_CLOSED). */
export const GUEST_BOOK = '/api/guest-book';

/** The page of the operators’ console that lists all entries. */
export const GUEST_BOOK_VIEW = '/console/guest-book';

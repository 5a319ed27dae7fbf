/** Where pages report errors that happened in a visitor's browser. */
export const CLIENT_ERRORS = '/api/client-errors';

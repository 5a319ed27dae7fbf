/** Endpoint to which pages report JavaScript errors. */
export const CLIENT_ERRORS = '/api/client-errors';

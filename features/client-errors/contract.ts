/** Pages report JavaScript errors here. */
export const CLIENT_ERRORS = '/api/client-errors';

export const CLIENT_ERRORS = '/api/client-errors';

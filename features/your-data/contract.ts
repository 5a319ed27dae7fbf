/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const YOUR_DATA_API = {
  data: '/api/account/data',
  export: '/api/account/export',
  withdraw: '/api/account/withdraw',
  forgetBrowser: '/api/account/forget-browser',
} as const;

/** Operators export a person's data here. */
export const PERSON_EXPORT = '/console/person/:id/export';

export const NOT_BY_MAILBOX = {
  code: 'NOT_BY_MAILBOX',
  status: 403,
  message: 'This address has an account that an emailed link alone can’t open. Please sign in first.',
};

/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const YOUR_DATA_API = {
  data: '/api/account/data',
  export: '/api/account/export',
  withdraw: '/api/account/withdraw',
  forgetBrowser: '/api/account/forget-browser',
} as const;

/** Operators export a person's data here. */
export const PERSON_EXPORT = '/console/person/:id/export';

/** Apart from `paths.ts`, which every page loads. Bodies and answers: `features/your-data/bodies.ts`. */
export const YOUR_DATA_API = {
  data: '/api/account/data',
  export: '/api/account/export',
  withdraw: '/api/account/withdraw',
  forgetBrowser: '/api/account/forget-browser',
} as const;

/** Where operators export what is kept about a person. */
export const PERSON_EXPORT = '/console/person/:id/export';

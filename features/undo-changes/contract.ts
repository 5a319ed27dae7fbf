/** The endpoints of `features/undo-changes/bodies.ts`, apart from those that every page loads. */
export const CHANGES_API = {
  notMe: '/api/account/not-me',
  takeBack: '/api/account/not-me/take-back',
  decide: '/api/account/changes',
} as const;

export const SECOND_STEP_ENDED = {
  code: 'SECOND_STEP_ENDED',
  status: 410,
  message: 'This sign-in took too long, or the code was wrong too often. Please start again.',
};
export const SECOND_STEP_CHANGED = {
  code: 'SECOND_STEP_CHANGED',
  status: 409,
  message: 'Two-step verification has changed in the meantime. This page is up to date again.',
};

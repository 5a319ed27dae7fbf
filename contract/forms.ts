/** The forms of the site: their keys at our own form service. */
export const FORMS = { contact: 'contact', feedback: 'feedback' } as const;
export type FormName = keyof typeof FORMS;

/** What the form-service codes of spec §8 mean to a visitor: code → sentence with a next step. */
export const FORM_ERRORS = {
  BLOCKED: 'This form does not take messages from here. Please write to us by email.',
  EMPTY: 'There was nothing in the message. Please fill in the form and send it again.',
  FILES_TOO_BIG: 'The files are too big. Please leave some out and send it again.',
  FORM_NOT_FOUND: 'This form is not connected yet. Please write to us by email.',
  INACTIVE: 'This form is switched off at the moment. Please write to us by email.',
  NO_FILE_UPLOADS: 'This form takes no files. Please send the message without them.',
  PROJECT_NOT_FOUND: 'This form is not connected yet. Please write to us by email.',
  TOO_MANY_FILES: 'There are too many files. Please leave some out and send it again.',
} as const;

export function isFormErrorCode(code: string): code is keyof typeof FORM_ERRORS {
  return Object.hasOwn(FORM_ERRORS, code);
}

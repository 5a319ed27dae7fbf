/** Longer ones are cut off by mail programs. */
export const SUBJECT_MOST = 150;

/** Whether an operator may write it as the subject of a mail. */
export function isSubject(text: string): boolean {
  return text !== '' && text.length <= SUBJECT_MOST && !/\p{C}/u.test(text);
}

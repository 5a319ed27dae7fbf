/** Mails about one change to how somebody signs in, such as a new passkey; more of the same are refused (`note-change.ts`). */
export const CHANGES_A_DAY = 20;

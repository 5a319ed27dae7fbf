/** Shown once: the server keeps hashes. */
export type NewCodes = {
  readonly codes: readonly string[];
  /** The id of this set, for confirming that it was saved. */
  readonly set: string;
};

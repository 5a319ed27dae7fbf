/** They are shown once: the server keeps hashes. */
export type NewCodes = {
  readonly codes: readonly string[];
  /** Names this set, for saying that it is saved. */
  readonly set: string;
};

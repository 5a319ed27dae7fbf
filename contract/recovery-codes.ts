/** New recovery codes. They are shown once, because the server stores only their hashes. */
export type NewCodes = {
  readonly codes: readonly string[];
  /** The id of this set of codes. It is sent back to confirm that the person saved them. */
  readonly set: string;
};

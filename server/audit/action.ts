/** An audited action of the core or of a feature. */
export type AuditAction = {
  /** Stored in lines: unique, and never changed. */
  readonly name: string;
  /**
   * Follows the name of the actor in the console and in “Your data”. The detail follows in brackets.
   */
  readonly words: string;
  /** Texts of detail codes for this action. They override those for all actions. */
  readonly details: AuditDetails;
};

/** Texts by detail code. */
export type AuditDetails = Readonly<Record<string, string>>;

export function action(name: string, words: string, details: AuditDetails = {}): AuditAction {
  return { name, words, details };
}

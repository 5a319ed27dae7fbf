/** Something that is audited: a value of the core, or of the feature that does it. */
export type AuditAction = {
  /** As it is stored: unique, and never another one. */
  readonly name: string;
  /**
   * What is said after the name of whoever did it, in the console and in “Your data”. How, why or how many stands in brackets after
   * it.
   */
  readonly words: string;
  /** What codes beside this action say. They come before those that are told of all actions. */
  readonly details: AuditDetails;
};

/** Sentences by their codes. */
export type AuditDetails = Readonly<Record<string, string>>;

export function action(name: string, words: string, details: AuditDetails = {}): AuditAction {
  return { name, words, details };
}

export type AuditAction = {
  /** The name that audit lines store. It must be unique and must never change, because old lines contain it. */
  readonly name: string;
  /** The words that follow the actor’s name in the console and in “Your data”. The detail follows them in brackets. */
  readonly words: string;
  /** The texts of this action’s detail codes. They override the texts that apply to all actions. */
  readonly details: AuditDetails;
};

/** The text that is shown for each detail code of an audit line. */
export type AuditDetails = Readonly<Record<string, string>>;

export function action(name: string, words: string, details: AuditDetails = {}): AuditAction {
  return { name, words, details };
}

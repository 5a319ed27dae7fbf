export type AuditAction = {
  /** The name is unique and never changes, because old audit lines contain it. */
  readonly name: string;
  /** The words after the actor’s name in the console and in “Your data”. The detail follows in brackets. */
  readonly words: string;
  /** Texts for the codes in the detail of this action. They replace the texts that apply to all actions. */
  readonly details: AuditDetails;
  /** The action only reads, or opens a session. The filter “Changes only” of the audit log leaves it out. */
  readonly changesNothing?: true;
};

export type AuditDetails = Readonly<Record<string, string>>;

export function action(name: string, words: string, details: AuditDetails = {}): AuditAction {
  return { name, words, details };
}

export function actionWithoutChange(name: string, words: string, details?: AuditDetails): AuditAction {
  return { ...action(name, words, details), changesNothing: true };
}

import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

export type DraftName = 'contact' | 'feedback' | 'profile' | 'rights';

/** The typed text by field name. */
export type Draft = Readonly<Record<string, string>>;

const KEY = 'drafts';

/** The person of drafts written while nobody is signed in. */
export const NOBODY = 'nobody';

const nameOf = (person: string, form: DraftName) => `${form} of ${person}`;

/** What a person typed into a form without sending it. Only this tab has it. */
export function readDraft(person: string, form: DraftName): Draft | undefined {
  return readDrafts()[nameOf(person, form)];
}

/** Without a draft, the stored one is removed. */
export function keepDraft(person: string, form: DraftName, draft?: Draft): void {
  write({ ...readDrafts(), [nameOf(person, form)]: draft });
}

/** A person has signed in: what others typed is removed. What was typed while nobody was signed in stays. */
export function dropDraftsOfOthers(person: string): void {
  const drafts = readDrafts();
  for (const name in drafts) if (!name.endsWith(person) && !name.endsWith(NOBODY)) drafts[name] = undefined;
  write(drafts);
}

export function dropAllDrafts(): void {
  writeStored(KEY, null, 'sessionStorage');
}

type Drafts = Record<string, Draft | undefined>;

function readDrafts(): Drafts {
  return (parseObject(readStored(KEY, 'sessionStorage')) ?? {}) as Drafts;
}

function write(drafts: Drafts): void {
  const text = JSON.stringify(drafts);
  writeStored(KEY, text === '{}' ? null : text, 'sessionStorage');
}

import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

export type DraftName = 'contact' | 'feedback' | 'profile' | 'rights';

/** The typed text of a form, by field name. */
export type Draft = Readonly<Record<string, string>>;

const KEY = 'drafts';

/** Used in place of a user id for drafts that are typed while nobody is signed in. */
export const NOBODY = 'nobody';

const nameOf = (person: string, form: DraftName) => `${form} of ${person}`;

/** Reads the text that a person typed into a form but did not send. Drafts exist only in this tab. */
export function readDraft(person: string, form: DraftName): Draft | undefined {
  return readDrafts()[nameOf(person, form)];
}

/** Stores a draft. If `draft` is undefined, removes the stored draft. */
export function keepDraft(person: string, form: DraftName, draft?: Draft): void {
  write({ ...readDrafts(), [nameOf(person, form)]: draft });
}

/** After a sign-in, removes text that other people typed. Text typed while nobody was signed in is kept. */
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

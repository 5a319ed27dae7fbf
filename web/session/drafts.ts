import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

export type DraftName = 'contact' | 'feedback' | 'profile' | 'rights';

export type Draft = Readonly<Record<string, string>>;

const KEY = 'drafts';

/** Replaces the user id in drafts that are typed while nobody is signed in. */
export const NOBODY = 'nobody';

const nameOf = (person: string, form: DraftName) => `${form} of ${person}`;

/** Reads text that was typed into a form but not sent. Drafts exist only in this tab. */
export function readDraft(person: string, form: DraftName): Draft | undefined {
  return readDrafts()[nameOf(person, form)];
}

/** Stores a draft. Without `draft`, removes the stored one. */
export function keepDraft(person: string, form: DraftName, draft?: Draft): void {
  write({ ...readDrafts(), [nameOf(person, form)]: draft });
}

/** Removes all drafts except this person's, and except drafts typed while nobody was signed in. */
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

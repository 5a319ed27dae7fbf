import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

export type DraftName = 'contact' | 'feedback' | 'profile' | 'rights';

/** What was typed, by the names of the fields. */
export type Draft = Readonly<Record<string, string>>;

const KEY = 'drafts';

/** The person of drafts that are written while nobody is signed in. */
export const NOBODY = 'nobody';

const nameOf = (person: string, form: DraftName) => `${form} of ${person}`;

/** What a person typed into a form and has not sent. Only this tab has it. */
export function readDraft(person: string, form: DraftName): Draft | undefined {
  return readDrafts()[nameOf(person, form)];
}

/** An empty draft removes the one that is kept. */
export function keepDraft(person: string, form: DraftName, draft: Draft = {}): void {
  write({ ...readDrafts(), [nameOf(person, form)]: draft });
}

/** Somebody is signed in: what others typed before them goes. What was typed signed out stays. */
export function dropDraftsOfOthers(person: string): void {
  write(readDrafts(), [person, NOBODY]);
}

export function dropAllDrafts(): void {
  write({});
}

function readDrafts(): Record<string, Draft> {
  return (parseObject(readStored(KEY, 'sessionStorage')) ?? {}) as Record<string, Draft>;
}

/** @param people whose drafts stay; everybody's without it */
function write(drafts: Record<string, Draft>, people = ['']): void {
  const kept = Object.entries(drafts).filter(
    ([name, draft]) => Object.keys(draft).length > 0 && people.some((person) => name.endsWith(person)),
  );
  const text = kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null;
  writeStored(KEY, text, 'sessionStorage');
}

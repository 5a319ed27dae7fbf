import { type RefObject, useEffect, useRef } from 'react';
import { type Draft, type DraftName, keepDraft, NOBODY, readDraft } from './drafts.ts';
import { sessionStore, useSession } from './session.ts';

type Field = {
  readonly name: string;
  value: string /** A choice has none. */;
  readonly defaultValue?: string;
} & Element;

/** Passwords, codes and ticks are never kept; a name that begins with `_` is not for visitors. */
const KEPT = ':is(:not([type]), [type=email], [type=date]):is(input, textarea, select):not([name^=_])';

/**
 * Keeps what is typed into a form, for the person who types it, until it is sent: over a reload, an ended session and a recovered
 * error. When the person changes, the form begins again with what the next one typed. Returns what drops the draft.
 */
export function useDraft(name: DraftName, form: RefObject<HTMLFormElement | null>): () => void {
  const { user, phase } = useSession();
  const shownFor = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: while hydrating the hook knows nobody, so the store is asked.
  useEffect(() => {
    const element = form.current;
    const person = currentPerson();
    if (!element || person === undefined) return;
    if (shownFor.current !== person) {
      if (shownFor.current) element.reset();
      show(element, readDraft(person, name) ?? {}, shownFor.current === undefined);
      shownFor.current = person;
    }
    const keep = () => keepDraft(person, name, draftOf(element));
    // What was typed before hydration.
    keep();
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [user?.id, phase, name, form]);

  return () => keepDraft(currentPerson() ?? NOBODY, name);
}

/** Undefined until the server has said whether somebody is signed in whom this browser does not know. */
function currentPerson(): string | undefined {
  const { user, phase } = sessionStore().get();
  return user?.id ?? (phase === 'cached' ? undefined : NOBODY);
}

/** In place of what the browser itself puts into the fields of a page that is opened again, whoever typed it. */
function show(form: HTMLFormElement, draft: Draft, keepsTyped: boolean): void {
  for (const field of fieldsOf(form)) {
    if (keepsTyped && window.typed?.has(field)) continue;
    const kept = draft[field.name];
    field.value = kept ?? defaultOf(field);
    if (kept) window.typed?.add(field);
  }
}

function draftOf(form: HTMLFormElement): Draft {
  const typed = fieldsOf(form).filter((field) => field.value !== defaultOf(field));
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>(KEPT)];
}

function defaultOf({ defaultValue = '' }: Field): string {
  return defaultValue;
}

import { type RefObject, useEffect, useRef } from 'react';
import { type Draft, type DraftName, keepDraft, NOBODY, readDraft } from './drafts.ts';
import { sessionStore, useSession } from './session.ts';

/** A choice has no default. */
type Field = Element & { readonly name: string; value: string; readonly defaultValue?: string };

/** Passwords, codes and ticks are never kept; a name that begins with `_` is not for visitors. */
const KEPT = ':is(:not([type]), [type=text], [type=date])[name]:is(input, textarea, select):not([name^=_])';

/**
 * Keeps what is typed into a form, for the person who types it, until it is sent: over a reload, an ended session and a recovered
 * error. When the person changes, the form begins again with what the next one typed. Returns what drops the draft.
 */
export function useDraft(name: DraftName, form: RefObject<HTMLFormElement | null>): () => void {
  const session = useSession();
  const shownFor = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: while hydrating the hook knows nobody, so the store is asked.
  useEffect(() => {
    const element = form.current;
    const { user, phase } = sessionStore().get();
    // Somebody may be signed in whom this browser does not know.
    const person = user?.id ?? (phase === 'cached' ? undefined : NOBODY);
    if (!element || !person || person === shownFor.current) return;
    if (shownFor.current) element.reset();
    show(element, readDraft(person, name) ?? {}, !shownFor.current);
    shownFor.current = person;
    const keep = () => keepDraft(person, name, draftOf(element));
    // What was typed before hydration.
    keep();
    element.oninput = keep;
  }, [session, name, form]);

  return () => keepDraft(shownFor.current ?? NOBODY, name);
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

/** Whether a form holds what is not saved. */
export function hasTyped({ current }: RefObject<HTMLFormElement | null>): boolean {
  return current !== null && draftOf(current) !== undefined;
}

/** What was typed into the fields; undefined where each is as it was at first. */
function draftOf(form: HTMLFormElement): Draft | undefined {
  let draft: Draft | undefined;
  for (const field of fieldsOf(form))
    if (field.value !== defaultOf(field)) draft = { ...draft, [field.name]: field.value };
  return draft;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>(KEPT)];
}

function defaultOf({ defaultValue = '' }: Field): string {
  return defaultValue;
}

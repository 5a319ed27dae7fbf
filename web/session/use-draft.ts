import { type RefObject, useEffect, useRef } from 'react';
import { type Draft, type DraftName, keepDraft, NOBODY, readDraft } from './drafts.ts';
import { sessionStore, useSession } from './session.ts';

/** `defaultValue` is optional, because a `select` element has none. */
type Field = Element & { readonly name: string; value: string; readonly defaultValue?: string };

/** The fields that drafts keep: no passwords, codes or checkboxes. Fields whose name begins with `_` are not for visitors. */
const KEPT = ':is(:not([type]), [type=text], [type=date])[name]:is(input, textarea, select):not([name^=_])';

/** Keeps typed text until the form is sent, also across a reload. Returns a function that removes the draft. */
export function useDraft(name: DraftName, form: RefObject<HTMLFormElement | null>): () => void {
  const session = useSession();
  const shownFor = useRef<string>(undefined);
  const isGuess = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hook knows no person while hydrating, so the store is asked.
  useEffect(() => {
    const element = form.current;
    const { user, phase } = sessionStore().get();
    // While only the cache says that nobody is signed in, no drafts are shown, because the server may still name a person.
    const person = user?.id ?? (phase === 'cached' ? undefined : NOBODY);
    if (!element || !person) return;
    const wasGuess = isGuess.current;
    isGuess.current = phase === 'unreachable' && !user;
    if (person === shownFor.current) return;
    // If text was typed before the server could say who is signed in, the text belongs to the person whom the server then names.
    const keepsTyped = !shownFor.current || wasGuess;
    if (!keepsTyped) element.reset();
    if (wasGuess) keepDraft(NOBODY, name);
    show(element, readDraft(person, name) ?? {}, keepsTyped);
    shownFor.current = person;
    const keep = () => keepDraft(person, name, draftOf(element));
    keep();
    element.oninput = keep;
  }, [session, name, form]);

  // Keeps what was typed if the page is left before the server has said who is signed in.
  useEffect(() => {
    const element = form.current;
    return () => {
      const typed = !shownFor.current && element && draftOf(element);
      if (typed) keepDraft(NOBODY, name, { ...readDraft(NOBODY, name), ...typed });
    };
  }, [name, form]);

  return () => {
    // The form may be sent before the server has said who is signed in. What was sent must not be kept when the form is removed.
    shownFor.current ??= NOBODY;
    keepDraft(shownFor.current, name);
  };
}

/** Fills the fields with the draft. Replaces text that the browser restored, because another person may have typed it. */
function show(form: HTMLFormElement, draft: Draft, keepsTyped: boolean): void {
  for (const field of fieldsOf(form)) {
    if (keepsTyped && window.typed?.has(field)) continue;
    const kept = draft[field.name];
    field.value = kept ?? defaultOf(field);
    if (kept) window.typed?.add(field);
  }
}

export function hasTyped({ current }: RefObject<HTMLFormElement | null>): boolean {
  return current !== null && draftOf(current) !== undefined;
}

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

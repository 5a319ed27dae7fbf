import type { FormName } from '#contract/forms.ts';
import { parseObject, readStored, writeStored } from '#web/api/storage.ts';

/** The fields of a draft. Drafts are kept in session storage, so that a reload or a wrong click loses nothing. */
const FIELDS = ['name', 'email', 'message'] as const;

const keyOf = (form: FormName) => `draft-${form}` as const;

export function keepDraft(form: FormName, element: HTMLFormElement): void {
  const values = new FormData(element);
  const draft = Object.fromEntries(FIELDS.map((name) => [name, String(values.get(name) ?? '')]));
  if (Object.values(draft).every((value) => value === '')) {
    dropDraft(form);
    return;
  }
  writeStored(keyOf(form), JSON.stringify(draft), 'sessionStorage');
}

/** Puts a kept draft into the fields that are still empty. */
export function restoreDraft(form: FormName, element: HTMLFormElement): void {
  const draft = parseObject(readStored(keyOf(form), 'sessionStorage'));
  for (const [name, value] of Object.entries(draft ?? {}))
    if (typeof value === 'string') fill(element, name, value);
}

export function dropDraft(form: FormName): void {
  writeStored(keyOf(form), null, 'sessionStorage');
}

/** Writes into a field unless something stands in it already. */
export function fill(element: HTMLFormElement, name: string, value: string): void {
  const control = element.elements.namedItem(name);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  if (control.value === '') control.value = value;
}

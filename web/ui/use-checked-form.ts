import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isAddress } from '#contract/address.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { filled } from '#contract/page-errors.ts';
import { useBusy } from './use-busy.ts';
import { useHydrated } from './use-hydrated.ts';

export type FieldSentences = Readonly<
  Record<string, { readonly missing: string; readonly malformed?: string }>
>;

/**
 * Selects an invalid field with an error below it. The fields of a refused sign-in are invalid too, but have no error below them.
 */
const INVALID = '.field:has(.field-problem) [aria-invalid="true"]';

type Problems = Readonly<Record<string, string>>;

/** The first field with an error, which gets the focus, and the number of fields with errors. */
type Spoken = { readonly field: string; readonly count: number; readonly hadFocus: boolean };

/** Sends the form. Resolves with the fields that the server refused. */
export type SubmitForm = (values: FormData, form: HTMLFormElement) => Promise<readonly FieldProblem[]>;

/**
 * Checks a form on submit, shows an error below each invalid field and focuses the first one. Further submits are ignored until
 * `submit` settles. Fields are uncontrolled, so that text typed before hydration is kept.
 * @param check finds further invalid fields
 */
export function useCheckedForm(
  sentences: FieldSentences,
  submit: SubmitForm,
  check?: (values: FormData) => readonly FieldProblem[],
) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const { busy, run } = useBusy();
  const [problems, setProblems] = useState<Problems>({});
  const [spoken, setSpoken] = useState<Spoken | null>();

  function show(found: readonly FieldProblem[]) {
    const byField = Object.fromEntries(found.map(({ field, message }) => [field, message]));
    flushSync(() => setProblems(byField));
    const invalid = form.current?.querySelector<HTMLInputElement>(INVALID);
    const count = Object.keys(byField).length;
    const hadFocus = invalid === document.activeElement;
    flushSync(() => setSpoken(invalid && { field: invalid.name, count, hadFocus }));
    invalid?.focus();
    // Shows the whole field, because the error below the field may be outside the screen.
    invalid?.closest('.field')?.scrollIntoView({ block: 'nearest' });
    return invalid;
  }

  async function send(values: FormData, element: HTMLFormElement) {
    const refused = await submit(values, element);
    const invalid = refused.length > 0 && show(refused);
    // A refused password or code is selected, so that typing replaces it.
    if (invalid && /^(password|code)$/.test(invalid.name)) invalid.select();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    const values = new FormData(element);
    const found = [...findProblems(element, sentences), ...(check?.(values) ?? [])];
    show(found);
    // A form with errors is not sent, so it never becomes busy.
    if (found.length === 0) void run(true, () => send(values, element));
  }

  const clearProblem = (name: string) => setProblems((known) => withoutProblem(known, name));

  function onInput(event: FormEvent<HTMLFormElement>) {
    clearProblem((event.target as HTMLInputElement).name);
  }

  return {
    busy: busy !== null,
    problems,
    spoken,
    show,
    /** Removes the error of a field that has no input events, such as one in an iframe. */
    clearProblem,
    clearProblems: () => setProblems({}),
    // Hydration switches off the browser's own validation, which is needed only without JavaScript.
    formProps: { ref: form, noValidate: hydrated, onSubmit, onInput },
  };
}

/** Removes the error of a field. Returns the same object if there is none, so that typing does not make React render. @internal */
export function withoutProblem(problems: Problems, name: string): Problems {
  if (!Object.hasOwn(problems, name)) return problems;
  const { [name]: _fixed, ...rest } = problems;
  return rest;
}

type Control = HTMLInputElement | HTMLTextAreaElement;

function findProblems(form: HTMLFormElement, sentences: FieldSentences): FieldProblem[] {
  return [...form.elements]
    .filter((element): element is Control => 'validity' in element && !isValid(element as Control))
    .map((control) => ({ field: control.name, message: sentenceFor(control, sentences) }));
}

function isValid({ inputMode, value, validity }: Control): boolean {
  return validity.valid && (inputMode !== 'email' || value === '' || isAddress(value.trim()));
}

function sentenceFor(control: Control, sentences: FieldSentences): string {
  const known = sentences[control.name];
  if (control.validity.customError) return control.validationMessage;
  if (control.validity.valueMissing) return known?.missing ?? control.validationMessage;
  if (control.validity.tooShort) return filled(FIELD_ERRORS.TOO_SHORT, { min: control.minLength });
  return known?.malformed ?? control.validationMessage;
}

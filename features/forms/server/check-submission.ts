import { isAddress } from '#contract/address.ts';
import { tidyName } from '#contract/display-name.ts';
import { shownNotice } from '#contract/fields.ts';
import { MESSAGE_MAX_LENGTH } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { countCharacters, isTooLong } from '#contract/text.ts';
import { PAYMENT_FIELDS } from '#features/forms/contract.ts';
import { FORM_FIELD_ERRORS, type FormFieldCode } from '#features/forms/refusals.ts';
import { readableCount } from '#server/time.ts';
import type { FormDefinition, FormField } from './form-definitions.ts';
import { type FormProblem, FormRefusalError, refusalOf, refuseForm } from './form-refusal.ts';
import { type FormEntries, type FormFile, isSpecial, SPECIAL } from './read-form.ts';

export type Submission = {
  readonly form: FormDefinition;
  /** Name, email and message are empty if the form has no such field. */
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly FormFile[];
  /** Whether the spam trap was filled in. Such a message is stored without a notification. */
  readonly isQuarantined: boolean;
  /** The absolute address of the next page, on this site. */
  readonly next: string;
  readonly notice: string | undefined;
};

const NOT_KEPT: readonly string[] = [SPECIAL.trap, SPECIAL.next, SPECIAL.notice];
const COLUMNS: readonly string[] = ['name', 'email', 'message'];

const SUBJECT_MAX = 200;
/** The maximum number of stored fields that the form does not define. Special fields are not counted. */
const EXTRA_FIELDS = 20;
const BYTES_BESIDE_MESSAGE = 20_000;

/**
 * Checks a submission. Throws one refusal that lists all its problems.
 * @param origin the origin of the site
 */
export function checkSubmission(form: FormDefinition, entries: FormEntries, origin: string): Submission {
  checkFiles(form, entries.files);
  checkSize(form, entries);
  const next = pageAfter(form, entries.texts.get(SPECIAL.next), origin);
  const problems = [
    ...form.fields.flatMap((field) => problemsOfField(field, entries)),
    ...problemsOfOthers(form, entries),
    ...(next === undefined ? [problem('TYPE_TEXT', SPECIAL.next, FORM_FIELD_ERRORS.NO_PAGE)] : []),
  ];
  if (isEmpty(entries)) problems.unshift(...refusalOf('EMPTY').problems);
  if (problems.length > 0 || next === undefined) throw new FormRefusalError({ status: 422, problems });
  const text = (name: string) => textOf(form, entries, name);
  const kept = [...entries.texts.keys()].filter((name) => ![...NOT_KEPT, ...COLUMNS].includes(name));
  const fields = kept.map((name) => [name, text(name)] as const).filter(([, value]) => value !== '');
  return {
    form,
    name: text('name'),
    email: text('email'),
    message: text('message'),
    fields: new Map(fields),
    files: entries.files,
    isQuarantined: (entries.texts.get(SPECIAL.trap) ?? '').trim() !== '',
    next,
    notice: shownNotice.parse(entries.texts.get(SPECIAL.notice)),
  };
}

function checkFiles({ files: allowed }: FormDefinition, files: readonly FormFile[]): void {
  if (files.length === 0) return;
  if (allowed === undefined) refuseForm('NO_FILE_UPLOADS');
  if (files.length > allowed.count) refuseForm('TOO_MANY_FILES');
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > allowed.bytes) refuseForm('FILES_TOO_BIG');
}

function checkSize(form: FormDefinition, { texts }: FormEntries): void {
  const kept = [...texts].filter(([name]) => name !== 'message' && !NOT_KEPT.includes(name));
  const extra = kept.filter(
    ([name]) => !isSpecial(name) && !form.fields.some((field) => field.name === name),
  );
  if (extra.length > EXTRA_FIELDS) refuseForm('TOO_MANY_FIELDS');
  const bytes = kept.reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0);
  if (bytes > BYTES_BESIDE_MESSAGE) refuseForm('BODY_TOO_LARGE');
}

function isEmpty({ texts, notText, notStorable, files }: FormEntries): boolean {
  const filled = [...texts].some(([name, value]) => !isSpecial(name) && value.trim() !== '');
  return !filled && notText.size === 0 && notStorable.size === 0 && files.length === 0;
}

function problemsOfField(field: FormField, { texts, notText, notStorable }: FormEntries): FormProblem[] {
  const { name, type, required, max } = field;
  if (notStorable.has(name)) return [problem('TYPE_TEXT', name, FORM_FIELD_ERRORS.NOT_STORABLE)];
  if (notText.has(name)) return [problem('TYPE_TEXT', name, FORM_FIELD_ERRORS.NO_TEXT)];
  const value = texts.get(name);
  if (value === undefined) {
    return required ? [problem('REQUIRED_FIELD_MISSING', name, FORM_FIELD_ERRORS.MISSING)] : [];
  }
  const text = value.trim();
  if (tidyName(text) === '') {
    return required ? [problem('REQUIRED_FIELD_EMPTY', name, FORM_FIELD_ERRORS.EMPTY)] : [];
  }
  if (isTooLong(text, max)) return [problem('TYPE_TEXT', name, tooLong(text, max))];
  if (type === 'email' && !isAddress(text))
    return [problem('TYPE_EMAIL', name, FORM_FIELD_ERRORS.NO_ADDRESS)];
  if (type === 'choice' && field.options?.includes(text) !== true)
    return [problem('TYPE_TEXT', name, FORM_FIELD_ERRORS.NO_CHOICE)];
  if (type === 'numeric' && !/^[+-]?\d+([.,]\d+)?$/.test(text)) {
    return [problem('TYPE_NUMERIC', name, FORM_FIELD_ERRORS.NO_NUMBER)];
  }
  return [];
}

/** The problems of fields that the form does not define. The spam trap is never refused: a refusal would reveal it. */
function problemsOfOthers(form: FormDefinition, { texts, notText, notStorable }: FormEntries): FormProblem[] {
  const isOther = (name: string) =>
    name !== SPECIAL.trap && !form.fields.some((field) => field.name === name);
  const problems = [
    ...[...notText].map((name) => problem('TYPE_TEXT', name, FORM_FIELD_ERRORS.NO_TEXT)),
    ...[...notStorable].map((name) => problem('TYPE_TEXT', name, FORM_FIELD_ERRORS.NOT_STORABLE)),
  ].filter(({ field = '' }) => isOther(field));
  for (const [name, value] of [...texts].filter(([key]) => isOther(key))) {
    const max = name === SPECIAL.subject ? SUBJECT_MAX : MESSAGE_MAX_LENGTH;
    const text = value.trim();
    if (isTooLong(text, max)) problems.push(problem('TYPE_TEXT', name, tooLong(text, max)));
    else if (name === SPECIAL.replyTo && text !== '' && !isAddress(text))
      problems.push(problem('TYPE_EMAIL', name, FORM_FIELD_ERRORS.NO_ADDRESS));
  }
  return problems;
}

function tooLong(text: string, max: number): string {
  const length = readableCount(countCharacters(text));
  return filled(FORM_FIELD_ERRORS.TOO_LONG, { max: readableCount(max), length });
}

function problem(code: FormFieldCode, field: string, message: string): FormProblem {
  return { code, field, message };
}

function textOf(form: FormDefinition, { texts }: FormEntries, name: string): string {
  const value = texts.get(name) ?? '';
  const field = form.fields.find((candidate) => candidate.name === name);
  // Line breaks are removed from one-line fields, and kept in text boxes.
  const isLine = field === undefined ? name === SPECIAL.subject : field.rows === undefined;
  return isLine ? tidyName(value) : value.trim();
}

/** The next page. Undefined if the requested address is not a page of this site, such as `blob:…`. */
function pageAfter(form: FormDefinition, wanted: string | undefined, origin: string): string | undefined {
  const path = wanted === undefined || wanted.trim() === '' ? form.thanks : wanted.trim();
  if (!URL.canParse(path, origin)) return undefined;
  const { href } = new URL(path, origin);
  return href.startsWith(`${origin}/`) ? href : undefined;
}

export type SentPayment =
  | { readonly kind: 'card'; readonly paymentMethod: string }
  /** A form that the page sends again after the visitor has confirmed the payment at the bank. */
  | { readonly kind: 'confirmed'; readonly paymentIntent: string; readonly resubmitKey: string }
  | { readonly kind: 'not-readable' };

/** The format of Stripe's ids. Other texts are not sent to Stripe. */
const METHOD = /^pm_\w{1,250}$/;
const INTENT = /^pi_\w{1,250}$/;

const PAYMENT_NAMES: readonly string[] = Object.values(PAYMENT_FIELDS);

/** Removes the payment fields, so that they are never stored or shown. */
export function takePayment(entries: FormEntries): {
  readonly payment: SentPayment | undefined;
  readonly attempt: string | undefined;
  readonly entries: FormEntries;
} {
  return {
    payment: paymentIn(entries),
    attempt: entries.texts.get(PAYMENT_FIELDS.attempt)?.trim() || undefined,
    entries: {
      texts: new Map([...entries.texts].filter(([name]) => !PAYMENT_NAMES.includes(name))),
      notText: new Set([...entries.notText].filter((name) => !PAYMENT_NAMES.includes(name))),
      notStorable: entries.notStorable,
      files: entries.files.filter(({ field }) => !PAYMENT_NAMES.includes(field)),
    },
  };
}

function paymentIn({ texts, notText, files }: FormEntries): SentPayment | undefined {
  const isOdd =
    PAYMENT_NAMES.some((name) => notText.has(name)) ||
    files.some(({ field }) => PAYMENT_NAMES.includes(field));
  if (isOdd) return { kind: 'not-readable' };
  const value = (name: string) => (texts.get(name) ?? '').trim();
  const paymentMethod = value(PAYMENT_FIELDS.method);
  const paymentIntent = value(PAYMENT_FIELDS.intent);
  const resubmitKey = value(PAYMENT_FIELDS.resubmitKey);
  if (paymentIntent !== '' || resubmitKey !== '') {
    return INTENT.test(paymentIntent) && paymentMethod === ''
      ? { kind: 'confirmed', paymentIntent, resubmitKey }
      : { kind: 'not-readable' };
  }
  if (paymentMethod === '') return undefined;
  return METHOD.test(paymentMethod) ? { kind: 'card', paymentMethod } : { kind: 'not-readable' };
}

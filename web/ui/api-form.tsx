import type { ReactNode } from 'react';
import type { FieldProblem } from '#contract/errors.ts';
import { type CallResult, type FailedCall, isProofWrong } from '#web/api/call-api.ts';
import { CheckedForm } from './checked-form.tsx';
import { type FieldSentences, useCheckedForm } from './use-checked-form.ts';

type ApiFormProps<T> = {
  /** The URL that the form is sent to without JavaScript; by default the page's own URL. */
  readonly action?: string;
  readonly sentences?: FieldSentences;
  /** The field that proves the person's identity. A wrong password or code is reported below this field. */
  readonly proof?: string;
  readonly send: (values: FormData) => Promise<CallResult<T> | undefined>;
  readonly onDone: (answer: T, values: FormData) => Promise<void> | void;
  /** Called if sending failed, unless the refusal is shown below a field or the form is no longer on the page. */
  readonly onFailed: (result: FailedCall, form: HTMLFormElement) => Promise<void> | void;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A form that calls the server. It checks its fields, sends one request at a time, and shows an error below each refused field. */
export function ApiForm<T>({ sentences = {}, proof, send, onDone, onFailed, ...element }: ApiFormProps<T>) {
  const form = useCheckedForm(sentences, async (values, sent) => {
    const result = await send(values);
    if (result === undefined) return [];
    if (result.kind === 'ok') {
      await onDone(result.data, values);
      return [];
    }
    const refused = refusedFields(result, proof).filter(({ field }) => sent.elements.namedItem(field));
    // A form that the person has left shows no error, which would appear on the next page or panel.
    if (refused.length === 0 && sent.isConnected) await onFailed(result, sent);
    return refused;
  });
  return <CheckedForm form={form} {...element} />;
}

function refusedFields(result: FailedCall, proof: string | undefined): readonly FieldProblem[] {
  if (result.kind === 'offline') return [];
  const { fields = [], message } = result.refusal;
  return proof !== undefined && isProofWrong(result) ? [{ field: proof, message }] : fields;
}

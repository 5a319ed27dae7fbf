import { CODE_SENTENCES, CodeField } from '#features/accounts/web/sign-in/code-field.tsx';
import type { CallResult } from '#web/api/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { type FieldSentences, useCheckedForm } from '#web/ui/use-checked-form.ts';

type CodeFormProps<T> = {
  readonly label?: string;
  readonly submit: string;
  readonly ofApp?: boolean;
  readonly send: (code: string) => Promise<CallResult<T>>;
  readonly onDone: (answer: T) => Promise<void> | void;
  /** Not because of the code. */
  readonly onFailed: (result: Exclude<CallResult<T>, { kind: 'ok' }>) => void;
  readonly sentences?: FieldSentences;
  readonly cancel?: { readonly label: string; readonly onPress: () => void };
};

/** Asks for a code, and sends it. */
export function CodeForm<T>({
  submit,
  send,
  onDone,
  onFailed,
  sentences = CODE_SENTENCES,
  cancel,
  ...field
}: CodeFormProps<T>) {
  const { busy, problems, formProps } = useCheckedForm(sentences, async (values) => {
    const result = await send(String(values.get('code')));
    if (result.kind === 'ok') await onDone(result.data);
    else if (result.kind === 'refused' && result.status === 403)
      return [{ field: 'code', message: result.refusal.message }];
    else onFailed(result);
    return [];
  });
  return (
    <form {...formProps} className="grid gap-5">
      <CodeField {...field} problem={problems.code} autoFocus />
      <div className={cancel ? 'flex flex-wrap gap-3' : 'grid'}>
        <Button type="submit" look="dawn" busy={busy}>
          {submit}
        </Button>
        {cancel && <Button onClick={cancel.onPress}>{cancel.label}</Button>}
      </div>
    </form>
  );
}

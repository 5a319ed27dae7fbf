import CodeField, { CODE_SENTENCES } from '#features/accounts/web/sign-in/code-field.tsx';
import type { CallResult, FailedCall } from '#web/api/call-api.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import type { FieldSentences } from '#web/ui/use-checked-form.ts';

type CodeFormProps<T> = {
  readonly label?: string;
  readonly hint?: string;
  readonly submit: string;
  /** During the setup only codes of the app are accepted, and the text above the field gets the focus. */
  readonly ofApp?: boolean;
  readonly send: (code: string) => Promise<CallResult<T>>;
  readonly onDone: (answer: T) => Promise<void> | void;
  /** Called for failures that are not about the code. */
  readonly onFailed: (result: FailedCall) => void;
  readonly sentences?: FieldSentences;
  readonly cancel: { readonly label: string; readonly onPress: () => void };
};

export function CodeForm<T>({
  submit,
  send,
  onDone,
  onFailed,
  sentences = CODE_SENTENCES,
  cancel,
  ...field
}: CodeFormProps<T>) {
  return (
    <ApiForm
      sentences={sentences}
      proof="code"
      send={(values) => send(String(values.get('code')))}
      onDone={onDone}
      onFailed={onFailed}
    >
      <CodeField {...field} autoFocus={!field.ofApp} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <Button onClick={cancel.onPress}>{cancel.label}</Button>
      </div>
    </ApiForm>
  );
}

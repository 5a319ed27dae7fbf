import { type ReactNode, useState } from 'react';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { NEW_PASSWORD_SENTENCES } from '#features/accounts/web/sign-in/field-sentences.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import type { SecurityPartProps } from './security-part.tsx';
import { sayWhyNot } from './use-act.ts';

type ChangeFormProps = Pick<SecurityPartProps, 'ensureProof' | 'reload'> & {
  /** The label of the button that opens the form. */
  readonly label: string;
  readonly words: { readonly hint: string; readonly submit: string; readonly cancel: string };
  readonly action: string;
  readonly send: (values: FormData) => Promise<CallResult<AcceptedAnswer>>;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
};

export function ChangeForm({ label, words, action, send, ensureProof, reload, children }: ChangeFormProps) {
  /** `closed` means closed after it was open: the focus then moves back to the button that opened the form. */
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const close = () => setState('closed');
  if (state !== 'open')
    return (
      <div>
        <Button autoFocus={state === 'closed'} onClick={() => setState('open')}>
          {label}
        </Button>
      </div>
    );
  return (
    <ApiForm
      action={action}
      sentences={NEW_PASSWORD_SENTENCES}
      send={async (values) => ((await ensureProof()) ? send(values) : undefined)}
      onDone={async ({ message }) => {
        close();
        toast.success(message, ACTION);
        await reload();
      }}
      onFailed={sayWhyNot}
    >
      {typeof children === 'function' ? children(close) : children}
      <p className="text-small text-soft">{words.hint}</p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{words.submit}</SubmitButton>
        <Button onClick={close}>{words.cancel}</Button>
      </div>
    </ApiForm>
  );
}

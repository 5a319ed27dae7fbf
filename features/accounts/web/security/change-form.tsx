import { type ReactNode, useState } from 'react';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { FIELD_SENTENCES } from '#features/accounts/web/sign-in/field-sentences.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { sayWhyNot } from './say-why-not.ts';
import type { SecurityPartProps } from './security-part.tsx';

type ChangeFormProps = Pick<SecurityPartProps, 'ensureProof' | 'reload'> & {
  /** Opens the form. */
  readonly label: string;
  readonly words: { readonly hint: string; readonly submit: string; readonly cancel: string };
  readonly action: string;
  readonly send: (values: FormData) => Promise<CallResult<AcceptedAnswer>>;
  /** The fields, by the problems with them. */
  readonly children: (problems: Readonly<Record<string, string>>) => ReactNode;
};

/** A form behind a button, for a change that needs a fresh proof. */
export function ChangeForm({ label, words, action, send, ensureProof, reload, children }: ChangeFormProps) {
  /** `closed`: the focus goes back to the button. */
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    if (!(await ensureProof())) return [];
    const result = await send(values);
    if (result.kind === 'ok') {
      setState('closed');
      toast.success(result.data.message);
      await reload();
    } else if (result.kind === 'refused' && result.refusal.fields) return result.refusal.fields;
    else sayWhyNot(result);
    return [];
  });

  if (state !== 'open')
    return (
      <div>
        <Button autoFocus={state === 'closed'} onClick={() => setState('open')}>
          {label}
        </Button>
      </div>
    );
  return (
    <form {...formProps} method="post" action={action} className="grid gap-5">
      {children(problems)}
      <p className="text-small text-soft">{words.hint}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="dawn" busy={busy}>
          {words.submit}
        </Button>
        <Button onClick={() => setState('closed')}>{words.cancel}</Button>
      </div>
    </form>
  );
}

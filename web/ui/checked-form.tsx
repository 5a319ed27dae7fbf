import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { Button } from './button.tsx';
import type { useCheckedForm } from './use-checked-form.ts';

type State = Pick<ReturnType<typeof useCheckedForm>, 'busy' | 'problems' | 'spoken'>;

const FormState = createContext<State>({ busy: false, problems: {}, spoken: undefined });

export function useProblem(name: string): string | undefined {
  return useContext(FormState).problems[name];
}

export const useFormBusy = () => useContext(FormState).busy;

/**
 * For the first field with an error: the number of fields with errors, and whether the field already had the focus. For other
 * fields undefined.
 */
export function useSpoken(name: string): State['spoken'] {
  const { spoken } = useContext(FormState);
  return spoken?.field === name ? spoken : undefined;
}

type CheckedFormProps = Omit<ComponentProps<'form'>, keyof ReturnType<typeof useCheckedForm>['formProps']> & {
  readonly form: ReturnType<typeof useCheckedForm>;
};

/** The form element for `useCheckedForm`. Its fields show their errors, and its `SubmitButton` shows that the form is busy. */
export function CheckedForm({ form, ...rest }: CheckedFormProps) {
  return (
    <FormState value={form}>
      <form method="post" className="grid gap-5" {...form.formProps} {...rest} />
    </FormState>
  );
}

type SubmitButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'small' | 'busyLabel'> & {
  readonly children: ReactNode;
};

export function SubmitButton({ look = 'dawn', busyLabel = CONTROL_WORDS.busy, ...rest }: SubmitButtonProps) {
  const { busy } = useContext(FormState);
  return (
    <>
      <Button type="submit" look={look} busy={busy} busyLabel={busyLabel} {...rest} />
      {/* Says that the form is busy, because screen readers do not announce the changed label of the focused button. */}
      <span aria-live="polite" className="sr-only">
        {busy && busyLabel}
      </span>
    </>
  );
}

import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { Button } from './button.tsx';
import type { useCheckedForm } from './use-checked-form.ts';

type State = Pick<ReturnType<typeof useCheckedForm>, 'busy' | 'problems' | 'spoken'>;

const FormState = createContext<State>({ busy: false, problems: {}, spoken: undefined });

export function useProblem(name: string): string | undefined {
  return useContext(FormState).problems[name];
}

/** The number of fields with errors, for the one field whose error is read out; 0 for all other fields. */
export function useSpokenCount(name: string): number {
  const { spoken } = useContext(FormState);
  return spoken?.field === name ? spoken.count : 0;
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

export function SubmitButton({ look = 'dawn', ...rest }: SubmitButtonProps) {
  const { busy } = useContext(FormState);
  return <Button type="submit" look={look} busy={busy} {...rest} />;
}

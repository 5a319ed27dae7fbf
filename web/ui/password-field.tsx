import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import { DescribedField, type FieldProps } from './described-field.tsx';

type PasswordFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'required' | 'minLength' | 'autoFocus' | 'onFocus'> & {
    readonly autoComplete: 'current-password' | 'new-password';
    readonly onInput?: (value: string) => void;
    /** The error that a submit shows, if the browser's own checks find none. */
    readonly fault?: string;
  };

export function PasswordField({
  label,
  name,
  hint,
  refusedBy,
  fault = '',
  onInput,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for text typed before hydration.
  useEffect(() => {
    if (input.current?.value) onInput?.(input.current.value);
  }, []);
  useEffect(() => input.current?.setCustomValidity(fault), [fault]);
  const Icon = shown ? EyeOff : Eye;
  return (
    <DescribedField label={label} name={name} hint={hint} refusedBy={refusedBy}>
      {(described) => (
        <div className="relative">
          <input
            {...rest}
            {...described}
            ref={input}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            enterKeyHint="go"
            autoCorrect="off"
            spellCheck={false}
            maxLength={PASSWORD_MAX_LENGTH}
            className="input pr-13"
            onInput={(event) => onInput?.(event.currentTarget.value)}
          />
          <button
            type="button"
            className="icon-button absolute inset-y-0 right-0.5 my-auto"
            aria-pressed={shown}
            aria-label={`${CONTROL_WORDS.show} ${label.toLowerCase()}`}
            aria-controls={described.id}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </button>
        </div>
      )}
    </DescribedField>
  );
}

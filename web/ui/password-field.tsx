import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import { DescribedField } from './described-field.tsx';

type PasswordFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly minLength?: number;
  /** Where a press has opened the form. */
  readonly autoFocus?: boolean;
  readonly onInput?: (value: string) => void;
  readonly onFocus?: () => void;
};

/** A password input with a show/hide button. Keeps what was typed before hydration. */
export function PasswordField({
  label,
  name,
  autoComplete,
  problem,
  hint,
  required,
  minLength,
  autoFocus,
  onInput,
  onFocus,
}: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for text typed before hydration.
  useEffect(() => {
    if (input.current?.value) onInput?.(input.current.value);
  }, []);
  const Icon = shown ? EyeOff : Eye;
  return (
    <DescribedField id={id} label={label} problem={problem} hint={hint}>
      {(described) => (
        <div className="relative">
          <input
            {...described}
            ref={input}
            id={id}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            enterKeyHint="go"
            autoCorrect="off"
            spellCheck={false}
            required={required}
            minLength={minLength}
            maxLength={PASSWORD_MAX_LENGTH}
            // biome-ignore lint/a11y/noAutofocus: of a form that was opened by a press.
            autoFocus={autoFocus}
            className="input pr-13"
            onFocus={onFocus}
            onInput={(event) => onInput?.(event.currentTarget.value)}
          />
          <button
            type="button"
            className="icon-button absolute inset-y-0 right-0.5 my-auto"
            aria-pressed={shown}
            aria-label={`${CONTROL_WORDS.show} ${label.toLowerCase()}`}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </button>
        </div>
      )}
    </DescribedField>
  );
}

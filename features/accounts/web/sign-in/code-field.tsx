import { CODE_WORDS } from '#content/code.ts';
import { TextField } from '#web/ui/text-field.tsx';

export const CODE_SENTENCES = { code: { missing: CODE_WORDS.missing } } as const;

/** Six digits of any writing system, also in groups. */
const SIX_DIGITS = '\\s*(\\p{Nd}[\\s\\-]*){6}';

type CodeFieldProps = {
  readonly label?: string;
  /** Accepts only the six digits of an authenticator app. */
  readonly ofApp?: boolean;
  readonly autoFocus?: boolean;
  readonly hint?: string | undefined;
};

export default function CodeField({ label = CODE_WORDS.label, ofApp = false, ...field }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      name="code"
      // Recovery codes contain letters, which a numeric keyboard does not offer.
      inputMode={ofApp ? 'numeric' : 'text'}
      pattern={ofApp ? SIX_DIGITS : undefined}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      required
      {...field}
    />
  );
}

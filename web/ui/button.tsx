import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  readonly type?: 'button' | 'submit';
  readonly look?: 'dawn' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** While this is true, the button shows `busyLabel` and ignores clicks, but keeps the focus. */
  readonly busy?: boolean;
  readonly busyLabel?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

/** `busy` does not set `disabled`, because a disabled button loses the focus. `aria-busy` only changes the look. */
export function Button({
  type = 'button',
  look = 'quiet',
  small = false,
  busy = false,
  busyLabel = CONTROL_WORDS.busy,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${look} ${small ? 'button-small' : ''} ${className}`}
      aria-busy={busy || rest['aria-busy']}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? busyLabel : children}
    </button>
  );
}

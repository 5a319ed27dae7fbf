import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  readonly type?: 'button' | 'submit';
  readonly look?: 'dawn' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** While true the button says `busyLabel`, keeps its place in the tab order and ignores presses. */
  readonly busy?: boolean;
  readonly busyLabel?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

/**
 * The site's button. With `aria-busy` of its own it only looks busy, and can be pressed again. A busy one is not
 * `disabled`: disabling would throw the keyboard focus away.
 */
export function Button({
  type = 'button',
  look = 'quiet',
  small = false,
  busy = false,
  busyLabel = 'Loading...',
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
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? busyLabel : children}
    </button>
  );
}

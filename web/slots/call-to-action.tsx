import type { ComponentType } from 'react';
import { SIGN_UP_PATH } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { Link } from '#web/ui/link.tsx';

type CallToActionProps = {
  /** The sentence above the field for the email address. */
  readonly lead: string;
};

const [Asked] = Object.values(
  import.meta.glob<ComponentType<CallToActionProps>>('/features/*/web/slots/call-to-action.tsx', {
    eager: true,
    import: 'default',
  }),
);

/** A feature's call to action if there is one, otherwise the sign-up button. */
export function CallToAction(props: CallToActionProps) {
  if (Asked) return <Asked {...props} />;
  return (
    <p className="when-out mt-6">
      <Link to={SIGN_UP_PATH} className="button button-dawn">
        {SHELL_WORDS.getStarted}
      </Link>
    </p>
  );
}

import { ChevronDown } from 'lucide-react';
import { type FocusEvent, useRef } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { useSignOut } from '#web/session/use-sign-out.ts';
import { Link } from '#web/ui/link.tsx';
import { AccountInitial, AccountName } from './account-name.tsx';
import { focusHeading } from './route-change.tsx';

const ID = 'account-menu';

/** The header's menu for a signed-in person, a popover: the browser opens and closes it and returns the focus. */
export function AccountMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const signOut = useSignOut();
  const close = () => menu.current?.hidePopover();

  function onMenuBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <>
      <button
        type="button"
        className="account-button max-w-64"
        popoverTarget={ID}
        data-testid="account-button"
      >
        <AccountInitial />
        <AccountName />
        <ChevronDown size="1.125rem" aria-hidden="true" />
        <span className="sr-only">{SHELL_WORDS.accountMenu}</span>
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes when the focus leaves the link and button inside. */}
      <div
        ref={menu}
        id={ID}
        popover="auto"
        className="account-menu"
        data-testid="account-menu"
        onBlur={onMenuBlur}
      >
        <ul>
          <li>
            <Link to={PAGES.profile} className="menu-item" onClick={close}>
              {SHELL_WORDS.viewProfile}
            </Link>
          </li>
          <li>
            <button
              type="button"
              className="menu-item"
              onClick={async () => {
                close();
                await signOut();
                // The pressed button is hidden now. On the home page no route change moves the focus, so it is moved here.
                if (document.activeElement === document.body || !document.activeElement?.checkVisibility())
                  focusHeading();
              }}
            >
              {SHELL_WORDS.signOut}
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}

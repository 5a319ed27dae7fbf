import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { BRAND } from '#content/brand.ts';
import { PAGES, SIGN_UP_PATH } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { useSignOut } from '#web/session/use-sign-out.ts';
import { Link } from '#web/ui/link.tsx';
import { afterPaint } from '#web/ui/when-idle.ts';
import { AccountInitial, AccountName } from './account-name.tsx';

export const SIDE_MENU_ID = 'side-menu';

/** This menu is a popover, so that it opens without scripts. While it is open, the script makes the rest of the page inert. */
export function SideMenu({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const shownFor = useRef(pathname);
  const close = () => dialog.current?.hidePopover();

  // The browser's back button can change the page while the menu is open. The toggle event comes only after the new heading takes
  // the focus, so `inert` must be removed at once. A menu that was opened before hydration stays open.
  useLayoutEffect(() => {
    const isElsewhere = shownFor.current !== pathname;
    shownFor.current = pathname;
    if (!dialog.current?.matches(':popover-open')) return;
    if (isElsewhere) dialog.current.hidePopover();
    setPageInert(!isElsewhere);
  }, [pathname]);

  /**
   * Makes the rest of the page inert, or active again, and restores the focus. Runs after the paint, because `inert` restyles the
   * whole page.
   */
  function afterToggle() {
    const menu = dialog.current;
    const open = menu?.matches(':popover-open') === true;
    setPageInert(open);
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || menu?.contains(focused);
    if (!open && isLost) document.querySelector<HTMLElement>(`[popovertarget="${SIDE_MENU_ID}"]`)?.focus();
  }

  function closeAfterLink(event: MouseEvent) {
    if ((event.target as HTMLElement).closest('a')) close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter arrives here as a click too.
    <dialog
      ref={dialog}
      id={SIDE_MENU_ID}
      popover="auto"
      tabIndex={-1}
      className="side-menu"
      aria-label={SHELL_WORDS.menu}
      data-testid="side-menu"
      onToggle={() => afterPaint(afterToggle)}
      onClick={closeAfterLink}
    >
      <div className="flex items-center justify-between">
        <span className="font-display text-title font-bold">{BRAND.product}</span>
        <button
          type="button"
          className="icon-button"
          popoverTarget={SIDE_MENU_ID}
          popoverTargetAction="hide"
          aria-label={SHELL_WORDS.closeMenu}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <nav aria-label={SHELL_WORDS.mainInMenu}>{children}</nav>
      <div className="when-out grid grid-cols-1 gap-3">
        <Link to={PAGES.auth} className="button button-quiet">
          {SHELL_WORDS.signIn}
        </Link>
        <Link to={SIGN_UP_PATH} className="button button-dawn">
          {SHELL_WORDS.getStarted}
        </Link>
      </div>
      <div className="when-in grid grid-cols-1 gap-3">
        <p className="flex items-center gap-3 font-semibold">
          <AccountInitial />
          <AccountName />
        </p>
        <Link to={PAGES.profile} className="button button-quiet">
          {SHELL_WORDS.viewProfile}
        </Link>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            close();
            signOut();
          }}
        >
          {SHELL_WORDS.signOut}
        </button>
      </div>
    </dialog>
  );
}

function setPageInert(isInert: boolean): void {
  const behind = '.skip-link, .site-header, #content, .site-footer';
  for (const part of document.querySelectorAll<HTMLElement>(behind)) part.inert = isInert;
}

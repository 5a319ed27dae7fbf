import { Menu } from 'lucide-react';
import { BRAND } from '#content/brand.ts';
import { HEADER_LINKS } from '#content/navigation.ts';
import { PAGES, SIGN_UP_PATH } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Link } from '#web/ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AccountInitial } from './account-name.tsx';
import { siteAddress, usePagePath } from './page-address.ts';
import { SIDE_MENU_ID, SideMenu } from './side-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function Header() {
  return (
    <>
      <header className="site-header">
        <div className="page-width @container grid min-h-(--header-height) grid-cols-[1fr_auto] items-center gap-[min(1rem,3vw)] lg:grid-cols-[auto_1fr_auto] xl:grid-cols-[1fr_auto_1fr]">
          {/* A long product name wraps, so that it does not push the buttons off a phone's screen. */}
          <Link
            to={PAGES.home}
            className="logo leading-[1.08] wrap-anywhere whitespace-normal lg:whitespace-nowrap"
          >
            <BrandMark />
            {BRAND.product}
          </Link>
          <PrintAddress />
          <nav aria-label={SHELL_WORDS.main} className="hidden justify-self-center lg:block">
            <NavigationList className="site-nav flex flex-wrap justify-center" />
          </nav>
          <div className="flex items-center justify-end gap-1 lg:gap-2">
            <ThemeSwitch />
            <div className="hidden lg:block">
              <AccountCorner />
            </div>
            {/* This link to the profile is hidden if large text leaves no room on a phone. The side menu also has it. */}
            <Link
              to={PAGES.profile}
              className="icon-button when-in @max-[13rem]:hidden lg:hidden"
              aria-label={SHELL_WORDS.viewProfile}
            >
              <AccountInitial />
            </Link>
            <button
              type="button"
              className="icon-button lg:hidden"
              popoverTarget={SIDE_MENU_ID}
              aria-label={SHELL_WORDS.openMenu}
            >
              <Menu aria-hidden="true" />
            </button>
          </div>
        </div>
      </header>
      <SideMenu>
        <NavigationList className="side-nav" />
      </SideMenu>
    </>
  );
}

/** The page's address, only for print. The not-found page has many addresses, so it shows the address of the home page. */
function PrintAddress() {
  const path = usePagePath();
  return (
    <span className="hidden print:block" suppressHydrationWarning>
      {siteAddress(path === PAGES.notFound ? '' : path)}
    </span>
  );
}

function NavigationList({ className }: { readonly className: string }) {
  const path = usePagePath();
  // The home page has two paths. On both, its link in the navigation is marked as the current page.
  const here = path === PAGES.homeAlias ? PAGES.home : path;
  return (
    <ul className={className}>
      {HEADER_LINKS.map(({ label, to }) => (
        <li key={to}>
          <Link to={to === here ? path : to} aria-current={to === here ? 'page' : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * The end of the header: the account menu, or the links to sign in and to sign up. The HTML has both variants, and `data-account` of
 * `<html>` selects one (see first-paint.ts).
 */
function AccountCorner() {
  return (
    <>
      <div className="when-out flex items-center gap-2 whitespace-nowrap">
        <Link to={PAGES.auth} className="button button-small plain-button">
          {SHELL_WORDS.signIn}
        </Link>
        <Link to={SIGN_UP_PATH} className="button button-small button-quiet">
          {SHELL_WORDS.getStarted}
        </Link>
      </div>
      <div className="when-in">
        <AccountMenu />
      </div>
    </>
  );
}

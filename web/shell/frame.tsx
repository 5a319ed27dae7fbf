import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { SHELL_WORDS } from '#content/shell.ts';
import { useConfirmedSession } from '#web/session/session.ts';
import { FLOATING } from '#web/slots/floating.ts';
import { Parts } from '#web/ui/parts.tsx';
import { pathToFollow } from '#web/ui/path-to-follow.ts';
import { Toaster } from '#web/ui/toasts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { hasRoute } from './page-parts.ts';
import { RouteChange } from './route-change.tsx';
import { useThemeFollowing } from './theme.ts';

export function Frame({ children }: { readonly children: ReactNode }) {
  useThemeFollowing();
  useConfirmedSession();
  useFollowedLinks();
  return (
    <>
      <a href="#content" className="skip-link button button-dawn">
        {SHELL_WORDS.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
      <Parts of={FLOATING} />
      <RouteChange />
      <Toaster />
    </>
  );
}

/** Lets the router open the links to pages of the site, also links in HTML that is not hydrated. */
function useFollowedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event);
      if (path === undefined || !hasRoute(path.replace(/[?#].*/, ''))) return;
      event.preventDefault();
      const { pathname, search, hash } = location;
      void navigate(path, { replace: path === pathname + search + hash });
    };
    // React listens at the document, so a handler at the window runs after React's handlers.
    window.addEventListener('click', follow);
    return () => window.removeEventListener('click', follow);
  }, [navigate]);
}

import type { ReactNode } from 'react';
import { SHELL_WORDS } from '#content/shell.ts';
import { useConfirmedSession } from '#web/session/session.ts';
import { FLOATING } from '#web/slots/floating.ts';
import { Parts } from '#web/ui/parts.tsx';
import { Toaster } from '#web/ui/toasts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteChange } from './route-change.tsx';
import { useThemeFollowing } from './theme.ts';
import { useFollowedLinks } from './use-followed-links.ts';

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

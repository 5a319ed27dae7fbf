import type { ReactNode } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { DawnScene } from '#web/ui/dawn-scene.tsx';

/** Layout of the account screens: a card, and on wide screens the dawn scene beside it. */
export function AuthFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page-width auth-frame">
      <div className="card auth-card">
        {children}
        <noscript>
          <p className="banner banner-error">{AUTH_WORDS.needsScript}</p>
        </noscript>
      </div>
      <aside className="card auth-aside">
        <DawnScene />
        <div className="auth-aside-words">
          <p className="font-display text-heading leading-[1.08] font-bold">{AUTH_WORDS.aside.title}</p>
          <p className="mt-3 max-w-[34ch]">{AUTH_WORDS.aside.text}</p>
        </div>
      </aside>
      {Backdrop && <Backdrop />}
    </div>
  );
}

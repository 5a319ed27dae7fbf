import type { ReactNode } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { DawnScene } from '#web/ui/dawn-scene.tsx';
import { NeedsScripts } from './needs-scripts.tsx';

export function AuthFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page-width auth-frame relative grid grid-cols-1 gap-8 py-[clamp(1.25rem,4vw,3.5rem)] lg:min-h-[clamp(46rem,90svh-var(--header-height),64rem)] lg:grid-cols-[minmax(26rem,5fr)_minmax(0,6fr)]">
      <div className="card auth-card z-1 mx-auto grid w-full max-w-132 grid-cols-1 content-start gap-5 p-card lg:max-w-none">
        {children}
        <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
      </div>
      <aside
        aria-label={AUTH_WORDS.aside.title}
        className="card auth-aside relative isolate hidden overflow-clip lg:grid"
      >
        <DawnScene />
        <div className="p-12">
          <p className="font-display text-heading leading-[1.08] font-bold">{AUTH_WORDS.aside.title}</p>
          <p className="mt-3 max-w-[34ch]">{AUTH_WORDS.aside.text}</p>
        </div>
      </aside>
      {Backdrop && <Backdrop />}
    </div>
  );
}

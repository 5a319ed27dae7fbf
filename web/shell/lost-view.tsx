import type { ReactNode } from 'react';
import { LostSun } from './lost-sun.tsx';

type LostViewProps = { readonly title: string; readonly text: ReactNode; readonly children: ReactNode };

/** In the place of a page that is missing or did not arrive; `children` are what to do next. */
export function LostView({ title, text, children }: LostViewProps) {
  return (
    <div className="page-width lost">
      <div>
        <h1 className="first-light text-heading">{title}</h1>
        <p className="measure mt-5 text-lead text-soft">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      </div>
      <LostSun />
    </div>
  );
}

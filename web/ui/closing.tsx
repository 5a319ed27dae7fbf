import type { ReactNode } from 'react';
import { SectionHead } from './section-head.tsx';
import { Sun } from './sun.tsx';

type ClosingProps = {
  readonly id: string;
  readonly title: ReactNode;
  readonly lead?: string;
  readonly className?: string;
  readonly children: ReactNode;
};

export function Closing({ id, title, lead, className = '', children }: ClosingProps) {
  return (
    <section className={`page-width section-end screen-only ${className}`} aria-labelledby={id}>
      <div className="closing-bubble by-night relative rounded-[2rem]">
        <div className="closing-words relative z-1 max-w-xl">
          <SectionHead id={id} title={title} {...(lead && { lead })} plain />
          {children}
        </div>
        <svg viewBox="-220 -220 440 220" aria-hidden="true" className="closing-sun forced-colors:hidden">
          <Sun radius={110} />
        </svg>
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';

type SectionHeadProps = {
  /** The id of the heading, for the section's `aria-labelledby`. */
  readonly id: string;
  readonly title: ReactNode;
  readonly lead?: string;
  /** Without the strip of dawn above the heading. */
  readonly plain?: boolean;
  /** Wraps head and children in an element with this class. */
  readonly className?: string;
  /** Below the lead, for example a link or a drawing. */
  readonly children?: ReactNode;
};

export function SectionHead({ id, title, lead, plain = false, className, children }: SectionHeadProps) {
  const head = (
    <>
      <h2 id={id} className={plain ? 'text-heading' : 'first-light text-heading'}>
        {title}
      </h2>
      {lead !== undefined && <p className="mt-4 text-lead text-soft">{lead}</p>}
      {children}
    </>
  );
  return className === undefined ? head : <div className={className}>{head}</div>;
}

import type { ReactNode } from 'react';

type SectionHeadProps = {
  /** Of the heading, for the section's `aria-labelledby`. */
  readonly id: string;
  readonly title: ReactNode;
  readonly lead?: string;
  /** Without the strip of dawn above the heading. */
  readonly plain?: boolean;
  /** Puts head and children into an element of their own. */
  readonly className?: string;
  /** Below the lead: a link, a drawing. */
  readonly children?: ReactNode;
};

/** Heading and lead of a section. */
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

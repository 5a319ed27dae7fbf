import type { ReactNode } from 'react';

type SectionHeadProps = {
  /** Of the heading, for the section's `aria-labelledby`. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly className?: string;
  /** Below the lead: a link, a drawing. */
  readonly children?: ReactNode;
};

/** Heading and lead of a section, as most pages have them. */
export function SectionHead({ id, title, lead, className, children }: SectionHeadProps) {
  return (
    <div className={className}>
      <h2 id={id} className="first-light text-heading">
        {title}
      </h2>
      <p className="mt-4 text-lead text-soft">{lead}</p>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

type SectionHeadProps = {
  /** The id of the heading, for the `aria-labelledby` of the section. */
  readonly id: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Leaves out the stripe in the colours of dawn above the heading. */
  readonly plain?: boolean;
  /** The class of an element around head and children. Without a class there is no such element. */
  readonly className?: string;
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

import type { ReactNode } from 'react';

type ScrollTableProps = {
  /** The id of the heading that names the table. */
  readonly titleId: string;
  readonly children: ReactNode;
};

/** A container in which a table wider than the page scrolls sideways, also by keyboard. */
export function ScrollTable({ titleId, children }: ScrollTableProps) {
  return (
    <div className="scroll-table @container min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls. */}
      <div className="table-scroll relative" role="group" tabIndex={0} aria-labelledby={titleId}>
        <table aria-labelledby={titleId}>{children}</table>
      </div>
    </div>
  );
}

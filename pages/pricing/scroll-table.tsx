import { type ReactNode, useEffect, useRef, useState } from 'react';

type ScrollTableProps = {
  /** The id of the heading that names the table. */
  readonly titleId: string;
  readonly children: ReactNode;
};

/** A container in which a table wider than the page scrolls sideways, also by keyboard. A table that fits is no stop for Tab. */
export function ScrollTable({ titleId, children }: ScrollTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      if (entry) setScrolls(entry.target.scrollWidth > entry.target.clientWidth);
    });
    if (box.current) measured.observe(box.current);
    return () => measured.disconnect();
  }, []);

  return (
    <div className="scroll-table @container min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls. */}
      <div
        ref={box}
        className="table-scroll relative"
        role="group"
        tabIndex={scrolls ? 0 : undefined}
        aria-labelledby={titleId}
      >
        <table aria-labelledby={titleId}>{children}</table>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';

export function PageHead({
  title,
  lead,
}: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly hour: number;
}) {
  return (
    <h1>
      {title}
      {lead}
    </h1>
  );
}

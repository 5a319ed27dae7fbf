import type { ReactNode } from 'react';
import { PageLink } from '#web/ui/link.tsx';

type AsideNoteProps = {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly to: string; readonly label: string };
  readonly children?: ReactNode;
};

export function AsideNote({ title, text, link, children }: AsideNoteProps) {
  return (
    <section>
      <h2 className="text-title">{title}</h2>
      {children}
      <p className="mt-2 text-soft">{text}</p>
      {link && (
        <p className="mt-2">
          <PageLink className="text-link" to={link.to}>
            {link.label}
          </PageLink>
        </p>
      )}
    </section>
  );
}

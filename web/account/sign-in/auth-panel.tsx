import type { ReactNode } from 'react';
import { AS_WRITTEN } from '#web/ui/as-written.ts';
import type { AuthView } from './auth-view.ts';

type PanelProps = {
  readonly id: AuthView;
  readonly view: AuthView;
  readonly hydrated: boolean;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly banner: ReactNode;
  readonly children: ReactNode;
};

/**
 * One of the forms of the sign-in page. The static HTML has all; those that the address does not ask for are not hydrated, and
 * go as soon as the page is.
 */
export function Panel({ id, view, hydrated, title, lead, banner, children }: PanelProps) {
  if (hydrated && view !== id) return null;
  const section = {
    className: 'auth-panel',
    'data-panel': id,
    'data-testid': `${id}-panel`,
    'aria-labelledby': `${id}-title`,
  };
  if (!import.meta.env.SSR && view !== id) return <section {...section} {...AS_WRITTEN} />;
  return (
    <section {...section}>
      <h1 id={`${id}-title`} tabIndex={-1} className="first-light text-heading">
        {title}
      </h1>
      {lead && <p className="text-soft">{lead}</p>}
      {banner}
      {children}
    </section>
  );
}

type OtherViewProps = {
  readonly words: { readonly other?: string; readonly otherAction: string };
  readonly onPress: () => void;
};

/** Leads to another panel. */
export function OtherView({ words, onPress }: OtherViewProps) {
  return (
    <p className="text-soft">
      {words.other && `${words.other} `}
      <button type="button" className="text-link cursor-pointer" onClick={onPress}>
        {words.otherAction}
      </button>
    </p>
  );
}

import type { ReactNode } from 'react';
import type { AuthView } from './auth-view.ts';

type PanelProps = {
  readonly id: AuthView;
  readonly view: AuthView | null;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly banner: ReactNode;
  readonly children: ReactNode;
};

/** One of the forms of the sign-in page. `view` is null before hydration: then every panel is rendered. */
export function Panel({ id, view, title, lead, banner, children }: PanelProps) {
  if (view !== null && view !== id) return null;
  return (
    <section
      className="auth-panel"
      data-panel={id}
      data-testid={`${id}-panel`}
      aria-labelledby={`${id}-title`}
    >
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

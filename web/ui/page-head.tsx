import type { ReactNode } from 'react';
import { Horizon } from './horizon.tsx';

type PageHeadProps = {
  readonly title: string;
  readonly lead: ReactNode;
  /** How far the morning is on this page: 0 is before dawn, 1 is when the sun stands high. */
  readonly hour: number;
  /** What stands on this page's horizon, drawn for `Horizon`. */
  readonly picture?: ReactNode;
  /** Buttons or a note under the lead; particles, too. */
  readonly children?: ReactNode;
};

/** The opening of every page below the home screen: its first heading before a sky of its own hour. */
export function PageHead({ title, lead, hour, picture, children }: PageHeadProps) {
  return (
    <div className="page-head" data-sky={skyAt(hour)}>
      <Horizon hour={hour}>{picture}</Horizon>
      <div className="page-width page-head-words">
        <h1>{title}</h1>
        <p className="page-head-lead text-lead">{lead}</p>
        {children}
      </div>
    </div>
  );
}

function skyAt(hour: number): 'night' | 'dawn' | 'sunrise' | 'morning' {
  if (hour < 0.25) return 'night';
  if (hour < 0.5) return 'dawn';
  return hour < 0.75 ? 'sunrise' : 'morning';
}

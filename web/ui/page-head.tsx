import type { ReactNode } from 'react';
import { SITE_PAGES } from '#content/pages.ts';
import { Horizon, SkyDrawing, type SkyPaths } from './horizon.tsx';

type PageHeadProps = {
  /** The page's path. Its name in `content/pages.ts` is shown above the title. Undefined if the title is that name. */
  readonly page?: string;
  readonly title: ReactNode;
  readonly lead: ReactNode;
  /** The height of the sun in the picture: 0 before dawn, 1 at its highest. */
  readonly hour: number;
  /** The shapes that the picture shows on the horizon. */
  readonly drawing?: SkyPaths;
  /** SVG elements on the horizon, if paths are not enough. */
  readonly picture?: ReactNode;
  readonly children?: ReactNode;
};

/** The head of every page except the home screen: name, heading, lead and a picture of the sky. */
export function PageHead({ page, title, lead, hour, drawing = [], picture, children }: PageHeadProps) {
  const name = SITE_PAGES.find(({ path }) => path === page)?.title;
  return (
    <div className="page-head relative isolate grid overflow-hidden" data-sky={skyAt(hour)}>
      <Horizon hour={hour}>
        <SkyDrawing paths={drawing} />
        {picture}
      </Horizon>
      <div className="page-width page-head-words relative">
        <h1 className="max-w-[17ch] text-page">
          {name && (
            <span className="eyebrow">
              {name}
              <span className="sr-only">: </span>
            </span>
          )}
          {title}
        </h1>
        {/* The width limit keeps the lead away from the sun and the drawing on the horizon. */}
        <p className="mt-5 max-w-[44ch] text-lead leading-normal lg:max-w-[min(44ch,42vw)]">{lead}</p>
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

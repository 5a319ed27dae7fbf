import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { Hydration } from './shell/hydration.tsx';
import { openPage } from './shell/opening.ts';
import { knowPage } from './shell/page-parts.ts';

declare global {
  interface Window {
    /** Reports an error without showing it. Missing when no installed feature reports errors, or when its script did not run. */
    reportQuietly?: (kind: 'rejection' | 'recovered', error: unknown) => void;
  }
}

knowPage(location.pathname);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Hydration>
        <HydratedRouter
          instrumentations={[{ router: ({ instrument }) => instrument({ navigate: openPage }) }]}
        />
      </Hydration>
    </StrictMode>,
    // By default React reports the error to the window, and then the visitor sees an alert.
    { onRecoverableError: (error) => window.reportQuietly?.('recovered', error) },
  );
});

import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { Hydration } from './shell/hydration.tsx';
import { openPage } from './shell/opening.ts';
import { knowPage } from './shell/page-parts.ts';

declare global {
  interface Window {
    /** Reports an error without showing it. Undefined if no feature reports errors, or if its script did not run. */
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
    // Without this handler, React reports the error to the window, which shows an alert to the visitor.
    { onRecoverableError: (error) => window.reportQuietly?.('recovered', error) },
  );
});

import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { Hydration } from './shell/hydration.tsx';
import { openPage } from './shell/opening.ts';
import { knowPage } from './shell/page-parts.ts';

declare global {
  interface Window {
    /** Reports an error that the visitor need not see. Absent without a feature that watches for errors, or if its watch could not run. */
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
    // By default it would raise the alert for window errors.
    { onRecoverableError: (error) => window.reportQuietly?.('recovered', error) },
  );
});

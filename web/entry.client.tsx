import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { openPage } from './shell/opening.ts';
import { knowPage } from './shell/page-parts.ts';

knowPage(location.pathname);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        instrumentations={[{ router: ({ instrument }) => instrument({ navigate: openPage }) }]}
      />
    </StrictMode>,
  );
});

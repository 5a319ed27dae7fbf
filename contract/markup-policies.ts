/** Trusted Types policies that a page may create, see `web/ui/trusted-types.ts`. */
export const OWN_MARKUP = 'own-markup';
/** The browser applies the Trusted Types policy of this name to text that passed no other policy. */
export const INERT_MARKUP = 'default';
/** The Trusted Types policy for the URL of the particles' worker, see `features/particles/web/start-particles.ts`. */
export const PARTICLE_WORKER = 'particle-worker';

export const MARKUP_POLICIES = [OWN_MARKUP, INERT_MARKUP, PARTICLE_WORKER] as const;

/** Trusted Types policies that a page may create, see `web/ui/trusted-types.ts`. */
export const OWN_MARKUP = 'own-markup';
/** The browser applies the policy of this name to text that passed no other. */
export const INERT_MARKUP = 'default';
/** For the address of the worker that draws the particles, see `features/particles/web/start-particles.ts`. */
export const PARTICLE_WORKER = 'particle-worker';

export const MARKUP_POLICIES = [OWN_MARKUP, INERT_MARKUP, PARTICLE_WORKER] as const;

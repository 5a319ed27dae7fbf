/** The Trusted Types policies that a page may create (`web/ui/trusted-types.ts`). */
export const OWN_MARKUP = 'own-markup';
/** The browser applies the policy of this name to text that no other policy has handled. */
export const INERT_MARKUP = 'default';
/** The policy for the URL of the particles' worker (`features/particles/web/start-particles.ts`). */
export const PARTICLE_WORKER = 'particle-worker';

export const MARKUP_POLICIES = [OWN_MARKUP, INERT_MARKUP, PARTICLE_WORKER] as const;

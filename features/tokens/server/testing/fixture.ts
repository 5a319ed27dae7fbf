import { AUTH_API } from '#features/tokens/contract.ts';
import type { Fixture } from '#server/testing/process-database.ts';

/** Requests a token, because the first token creates the signing key. */
export const FIXTURE: Fixture = { visit: ({ get }, signedIn) => get(AUTH_API.token, signedIn) };

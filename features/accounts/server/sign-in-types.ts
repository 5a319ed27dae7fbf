import type { Tx } from '#server/database/database.ts';

export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

/** A sign-in method and its credential: `password` and hash, `passkey` and id, a provider and the account there, or a code. */
export type UsedWay = { readonly way: string; readonly credential: string };

/**
 * What evidence can prove. `first`: one step, enough for an account without a second factor. `first-of-two`: a first step of
 * unknown age, which is never enough alone. `second`: counts only together with a first step. `strong`: both steps at once.
 */
export type Strength = 'first' | 'first-of-two' | 'second' | 'strong';

/** Evidence that was checked, such as a right password, for a sign-in or a proof of identity. */
export type Evidence = UsedWay & {
  readonly strength: Strength;
  /** Uses up the evidence; false if it is no longer valid. Call it in the action's transaction, with the account's row locked. */
  readonly spend: (tx: Tx) => Promise<boolean>;
};

import type { Tx } from '#server/database/database.ts';

export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

/**
 * A sign-in method and its credential: `password` and the hash, `passkey` and the passkey's id, a provider and the account there,
 * or a code.
 */
export type UsedWay = { readonly way: string; readonly credential: string };

/**
 * How much evidence proves. `first`: one step, enough for an account without a second factor. `first-of-two`: a first step of
 * unknown age, which is never enough alone. `second`: counts only together with a first step. `strong`: both steps at once.
 */
export type Strength = 'first' | 'first-of-two' | 'second' | 'strong';

/** Evidence that was checked, such as a right password, for a sign-in or a proof of identity. */
export type Evidence = UsedWay & {
  readonly strength: Strength;
  /**
   * Uses up the evidence in the transaction of the sign-in or action, with the account's row locked. False if no longer valid.
   */
  readonly spend: (tx: Tx) => Promise<boolean>;
};

import type { Tx } from '#server/database/database.ts';

export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

/** The method and what identifies it: `password` and its hash, `passkey` and its id, a provider and the account there, or a code. */
export type UsedWay = { readonly way: string; readonly credential: string };

/**
 * What evidence proves. `first`: one step, enough for an unguarded account. `first-of-two`: a first step of unknown age, which
 * never proves alone. `second`: counts only with a first step. `strong`: both steps at once.
 */
export type Strength = 'first' | 'first-of-two' | 'second' | 'strong';

/** Checked evidence, such as a right password, for a sign-in or a proof. */
export type Evidence = UsedWay & {
  readonly strength: Strength;
  /** Uses the evidence, in the transaction of what it opens and with the account's row locked. False when it is no longer valid. */
  readonly spend: (tx: Tx) => Promise<boolean>;
};

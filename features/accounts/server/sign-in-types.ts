import type { Tx } from '#server/database/database.ts';

/** A live session, and whose it is. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

/** What somebody used: `password` and its hash, `passkey` and its id, a provider and the account there, or a code. */
export type UsedWay = { readonly way: string; readonly credential: string };

/**
 * What evidence shows of the person. `first`: one step, which proves an account that is not guarded. `first-of-two`: a first step that
 * never proves alone, as nobody can tell how old it is. `second`: what has to come with a first step. `strong`: both steps at once.
 */
export type Strength = 'first' | 'first-of-two' | 'second' | 'strong';

/** Evidence that was checked, such as a right password: it signs in, or proves once more who is signed in. */
export type Evidence = UsedWay & {
  readonly strength: Strength;
  /** Uses it up, with the account's row locked, in the transaction of what it opens. False when it no longer holds. */
  readonly spend: (tx: Tx) => Promise<boolean>;
};

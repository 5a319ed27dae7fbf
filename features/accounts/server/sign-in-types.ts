import type { Tx } from '#server/database/database.ts';

/** A live session, and whose it is. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

/** What somebody signed in with: `password` and its hash, `passkey` and its id, or a provider and the account there. */
export type UsedWay = { readonly way: string; readonly credential: string };

/** What a sign-in begins with. The session is only created while it still holds. */
export type FirstStep = UsedWay & {
  /** A device made sure who uses it: no code is needed. */
  readonly isTwoSteps?: boolean;
  /** Uses it up, with the account's row locked. False when it no longer holds. */
  readonly spend?: (tx: Tx) => Promise<boolean>;
};

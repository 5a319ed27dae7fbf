/** What a person was promised: `about` once the save was answered with success. */
export type Person = {
  readonly email: string;
  confirmed: boolean;
  about: string;
  /** Asked for and not answered: it may have been done or not. */
  aboutMaybe: string | undefined;
};

/** A message sent through a form; its sender's address is its own, so that it can be told from all others. */
export type Letter = { readonly email: string; acknowledged: boolean };

/** What the load was told, and what it met. Times are those of `performance.now()`. */
export function openLedger() {
  return {
    people: new Map<string, Person>(),
    letters: new Map<string, Letter>(),
    /** Those that ended well, and without a stumble. */
    goodJourneys: [] as { readonly began: number; readonly ended: number }[],
    /** Answers, those that were refused included. */
    requests: 0,
    /** No answer, or one with a status from 500: the caller has to try again. */
    failed: 0,
    /** Answers that must never be given: somebody else's data, an old value, a session that should be over. */
    wrong: [] as string[],
    /** "Sign in first" for somebody who is signed in. */
    lostSessions: [] as string[],
  };
}

export type Ledger = ReturnType<typeof openLedger>;

/** Milliseconds from a moment to the end of the first good journey that began after it; undefined when there is none. */
export function goodAgainAfter({ goodJourneys }: Ledger, moment: number): number | undefined {
  const ends = goodJourneys.filter(({ began }) => began >= moment).map(({ ended }) => ended - moment);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

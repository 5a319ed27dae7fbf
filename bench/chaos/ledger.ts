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

export type Journey = { readonly began: number; readonly ended: number; readonly isGood: boolean };

/** What the load was told, and what it met. Times are those of `performance.now()`. */
export type Ledger = {
  readonly people: Map<string, Person>;
  readonly letters: Map<string, Letter>;
  readonly journeys: Journey[];
  /** Answers, those that were refused included. */
  requests: number;
  /** No answer, or one with a status from 500: the caller has to try again. */
  failed: number;
  /** The same, by what came: a status, one of the proxy, or nothing. */
  readonly failures: Map<string, number>;
  /** Answers that must never be given: somebody else's data, an old value, a session that should be over. */
  readonly wrong: string[];
  /** "Sign in first" for somebody who is signed in. */
  readonly lostSessions: string[];
};

export function openLedger(): Ledger {
  return {
    people: new Map(),
    letters: new Map(),
    journeys: [],
    requests: 0,
    failed: 0,
    failures: new Map(),
    wrong: [],
    lostSessions: [],
  };
}

/** Milliseconds from a moment to the end of the first good journey that began after it; undefined when there is none. */
export function goodAgainAfter({ journeys }: Ledger, moment: number): number | undefined {
  const ends = journeys.filter(({ began, isGood }) => isGood && began >= moment).map(({ ended }) => ended);
  return ends.length === 0 ? undefined : Math.min(...ends) - moment;
}

/** What people read about one kind of data. */
export type Entry = {
  readonly what: string;
  readonly why: string;
  /** Who receives it besides us. */
  readonly recipient: string;
  /** How long it is kept, and how it is removed. */
  readonly kept: string;
};

export type TableFacts = Entry & {
  /** Whether the rows are about a person; if so, the privacy page lists them. */
  readonly isPersonal: boolean;
  /** Why a table about people is not in anybody's export. */
  readonly notGiven?: string;
};

/** Every column of a table is in one of the two lists. A test fails for a column in neither. */
export type Columns = {
  /** Columns in the person's export, in this order. */
  readonly shown: readonly string[];
  /** Columns left out: hashes, secrets, texts with a working link, and the id of the person. */
  readonly withheld: readonly string[];
  /** Names for people, where `COMMON_LABELS` has none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** By column: words for people in place of stored values. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type Retention = {
  readonly table: string;
  /** Days from the moment that starts the period; 0 for rows with their own expiry. */
  readonly days: number;
  readonly why: string;
  /** Where people are told so, word for word. Empty for data that is not personal or that is gone before anybody could ask. */
  readonly promised: readonly {
    readonly page: 'privacy' | 'terms' | 'cookiePolicy' | 'auth' | 'contact' | 'home';
    readonly words: string;
  }[];
};

export const NOBODY = 'Nobody';

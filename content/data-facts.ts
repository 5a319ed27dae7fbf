export type Entry = {
  readonly what: string;
  readonly why: string;
  readonly recipient: string;
  readonly kept: string;
};

export type TableFacts = Entry & {
  /** True if the rows are about a person. The privacy page lists such tables. */
  readonly isPersonal: boolean;
  /** The reason why a table about people is left out of the data export. */
  readonly notGiven?: string;
};

/** Every column of a table must be in `shown` or `withheld`. A test checks this. */
export type Columns = {
  readonly shown: readonly string[];
  /** Columns left out of the data export: hashes, secrets, texts with a working link, and the id of the person. */
  readonly withheld: readonly string[];
  /** Readable names of columns that have none in `COMMON_LABELS`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** For each column, readable texts that replace stored values. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type Retention = {
  readonly table: string;
  /** The number of days for which a row is kept, counted from a time in the row. 0 if each row stores its own expiry time. */
  readonly days: number;
  readonly why: string;
  /**
   * The sentences that promise this period on a page. Empty if no page promises it, because the data are not personal or are
   * deleted soon.
   */
  readonly promised: readonly {
    readonly page: 'privacy' | 'terms' | 'cookiePolicy' | 'auth' | 'contact' | 'home';
    readonly words: string;
  }[];
};

export const NOBODY = 'Nobody';

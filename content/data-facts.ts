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
  /** Readable texts in place of stored values, by column. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type Retention = {
  readonly table: string;
  /** Rows are kept this many days after the start of their period. 0 if each row stores its own expiry time. */
  readonly days: number;
  readonly why: string;
  /** The words of this period on each page that promises it. Empty for data that is not personal or is deleted soon. */
  readonly promised: readonly {
    readonly page: 'privacy' | 'terms' | 'cookiePolicy' | 'auth' | 'contact' | 'home';
    readonly words: string;
  }[];
};

export const NOBODY = 'Nobody';

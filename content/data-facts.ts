/** What people read about one kind of data that the site keeps. */
export type Entry = {
  readonly what: string;
  readonly why: string;
  /** Who receives the data besides us. */
  readonly recipient: string;
  /** How long the data is kept, and how it is removed. */
  readonly kept: string;
};

export type TableFacts = Entry & {
  /** True if the rows are about a person; the privacy page lists such tables. */
  readonly isPersonal: boolean;
  /** Why a table about people is left out of the data export. */
  readonly notGiven?: string;
};

/** Every column of a table must be in `shown` or `withheld`. A test fails for a column in neither. */
export type Columns = {
  /** Columns that the person's data export contains, in this order. */
  readonly shown: readonly string[];
  /** Columns left out of the data export: hashes, secrets, texts with a working link, and the id of the person. */
  readonly withheld: readonly string[];
  /** Readable names of the columns that have none in `COMMON_LABELS`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Readable texts that replace stored values, by column. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type Retention = {
  readonly table: string;
  /** Days that rows are kept after the start of their period; 0 if each row stores its own expiry time. */
  readonly days: number;
  readonly why: string;
  /** Pages that promise this period, word for word. Empty for data that is not personal or is deleted too soon to ask for. */
  readonly promised: readonly {
    readonly page: 'privacy' | 'terms' | 'cookiePolicy' | 'auth' | 'contact' | 'home';
    readonly words: string;
  }[];
};

export const NOBODY = 'Nobody';

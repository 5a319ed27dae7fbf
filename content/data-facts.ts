/** What people read about something that is kept. */
export type Entry = {
  /** What it is, as people say it. */
  readonly what: string;
  readonly why: string;
  /** Who gets it besides us. */
  readonly recipient: string;
  /** How long, and how it ends. */
  readonly kept: string;
};

export type TableFacts = Entry & {
  /** Whether the rows are about a person, so that the privacy page lists them. */
  readonly isPersonal: boolean;
  /** Of a table about people that nobody is given in the export of their data: why. */
  readonly notGiven?: string;
};

/** Each column of a table, once: a new one has to be written here. */
export type Columns = {
  /** Those that its person is given, in this order. */
  readonly shown: readonly string[];
  /** Hashes, secrets, texts with a link that opens something, and the id that stands for the person. */
  readonly withheld: readonly string[];
  /** What people read in place of a column’s name, where `COMMON_LABELS` does not say it. */
  readonly labels?: Readonly<Record<string, string>>;
  /** By column: what people read in place of a word of ours. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** A kind of row, and when it is removed. */
export type Retention = {
  readonly table: string;
  /** Removed so many days after it became what it is; 0 for what carries its own end. */
  readonly days: number;
  readonly why: string;
  /** Where people are told so, word for word; none where it is no personal data, or gone before anybody could ask. */
  readonly promised: readonly {
    readonly page: 'privacy' | 'terms' | 'cookiePolicy' | 'auth' | 'contact' | 'home';
    readonly words: string;
  }[];
};

export const NOBODY = 'Nobody';

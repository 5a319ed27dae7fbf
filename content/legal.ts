/** A card of a legal page (spec §2, §3). Its number is its place in the list; `id` is its address on the page. */
export type LegalCard = {
  readonly id: string;
  readonly title: string;
  readonly icon: LegalIcon;
  /** The card in one sentence, for those who read no further. */
  readonly gist: string;
  readonly content: readonly LegalBlock[];
};

/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[];

export type LegalIcon =
  | 'conversation'
  | 'notebook'
  | 'lock'
  | 'server'
  | 'scales'
  | 'key'
  | 'handshake'
  | 'account'
  | 'parcel'
  | 'rupee'
  | 'return';

/** Words that both pages share. */
export const LEGAL_WORDS = { contents: 'On this page' } as const;

import type { NextStep } from './next-step.ts';

/** A card of a legal page. Its number is its position in the list. `id` is its anchor. */
export type LegalCard = {
  readonly id: string;
  readonly title: string;
  readonly icon: LegalIcon;
  readonly gist: string;
  readonly content: readonly LegalBlock[];
};

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

/** Shown at the end of legal pages and documents. */
export const LEGAL_NEXT: NextStep = {
  title: 'Questions about this page?',
  text: 'Write to us, and a person will answer.',
  links: [{ label: 'Contact us', page: 'contact' }],
};

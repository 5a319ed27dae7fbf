/** A message of typical length. */
export const LETTER =
  'This is as long as what people write to us when they have read a page and want to know more of it.';

/** As long as what people write. */
export const LETTER =
  'This is as long as what people write to us when they have read a page and want to know more of it.';

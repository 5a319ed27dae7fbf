/** A JSON-LD object of schema.org. React Router escapes it; a data block needs no hash in the page's policy. */
export type StructuredData = { readonly '@context': 'https://schema.org'; readonly '@type': string } & {
  readonly [property: string]: DataValue;
};
type DataValue = string | number | { readonly [property: string]: DataValue } | readonly DataValue[];

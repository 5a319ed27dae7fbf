/**
 * The ground of the two themes for places that read no stylesheet: the browser's bars, the web manifest. The same
 * colours as `--ground` in `colours.css`, which a test compares.
 */
export const GROUND_COLOURS = { light: '#fbf5eb', dark: '#0d0d23' } as const;

/** What `npm run setup` made `colours.css` of. */
export const BRAND_COLOUR = '#fe9647';

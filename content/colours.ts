/** The background for browser bars and the web manifest. A test compares it with `--ground` in `colours.css`. */
export const GROUND_COLOURS = { light: '#fbf5eb', dark: '#0d0d23' } as const;

/** The colour from which `npm run setup` made `colours.css`. */
export const BRAND_COLOUR = '#fe9647';

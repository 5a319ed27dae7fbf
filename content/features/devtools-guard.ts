/** The two sentences that the site says in the browser's own dialog (docs/product.md, "Developer-tools guard"). */
export const ALERTS = {
  developerTools: 'Please do not open developer tools.',
  windowError: 'Error loading page',
} as const;

/** The two sentences that the site says in the browser's own dialog (spec §8). */
export const ALERTS = {
  developerTools: 'Please do not open developer tools.',
  windowError: 'Error loading page',
} as const;

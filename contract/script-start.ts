/**
 * How a page's scripts wait for its first paint (docs/decisions/0036): the server writes this relation in place of
 * `modulepreload`, and lets what starts React wait for the promise that the page's first script leaves at this name.
 */
export const SCRIPT_START = { relation: 'modulepreload-later', promise: 'firstPainted' } as const;

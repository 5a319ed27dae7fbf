import { test as base, expect } from './test.ts';

/** The site's test with a visitor who is signed in already: the worker's `person`. */
export const test = base.extend({ storageState: ({ person }, use) => use(person.state) });

export { expect };

import { test as base } from './test.ts';

/** The site's `test` with a visitor who is already signed in, as the worker's `person`. */
export const test = base.extend({
  storageState: ({ person }, use) => use(person.state),
});

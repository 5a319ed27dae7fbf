import { vi } from 'vitest';

/** Looks until `look` throws no more, or until the test's own time is over. */
export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 30_000 });

import { vi } from 'vitest';

/** Looks until `look` throws no more. Ten seconds, because other tests may use all processors meanwhile. */
export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 10_000 });

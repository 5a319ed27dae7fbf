import type { ComponentType } from 'react';

/** Shows parts in their order, which never changes. */
export function Parts({ of }: { readonly of: readonly ComponentType[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: each stays at its place.
  return of.map((Part, at) => <Part key={at} />);
}

import type { ComponentType } from 'react';

export function Parts({ of }: { readonly of: readonly ComponentType[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: each stays at its place.
  return of.map((Part, at) => <Part key={at} />);
}

import type { ComponentType } from 'react';

export function Parts({ of }: { readonly of: readonly ComponentType[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
  return of.map((Part, at) => <Part key={at} />);
}

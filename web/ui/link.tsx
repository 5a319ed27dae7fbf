import type { ComponentPropsWithRef } from 'react';

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { readonly to: string };

/** A link to another page as plain HTML, which costs nothing to hydrate: `shell/use-followed-links.ts` hands its clicks to the router. */
export function Link({ to, ...props }: LinkProps) {
  return <a href={to} {...props} />;
}

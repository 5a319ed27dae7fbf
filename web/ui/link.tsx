import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { pathToFollow } from './path-to-follow.ts';

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { readonly to: string };

/**
 * A link to another page. It is plain HTML, which costs nothing to hydrate: `shell/use-followed-links.ts` hands its press to
 * the router.
 */
export function Link({ to, ...props }: LinkProps) {
  return <a href={to} {...props} />;
}

/** The same with something for the next page to know, which is not part of the address. */
export function LinkWithState({ state, ...props }: LinkProps & { readonly state: object }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const path = pathToFollow(event.nativeEvent);
    if (path === undefined) return;
    event.preventDefault();
    void navigate(path, { state });
  };
  return <Link {...props} onClick={follow} />;
}

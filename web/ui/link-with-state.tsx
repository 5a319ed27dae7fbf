import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { Link, type LinkProps } from './link.tsx';
import { pathToFollow } from './path-to-follow.ts';

/** A `Link` with state for the next page that is not part of the address. */
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

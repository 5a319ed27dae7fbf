import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { Link, type LinkProps } from './link.tsx';
import { pathToFollow } from './path-to-follow.ts';

/** A `Link` that passes state to the next page without changing its URL. */
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

import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pathToFollow } from '#web/ui/path-to-follow.ts';
import { hasRoute } from './page-parts.ts';

/** Lets the router open the links to pages of the site, also links in HTML that is not hydrated. */
export function useFollowedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event);
      if (path === undefined || !hasRoute(path.replace(/[?#].*/, ''))) return;
      event.preventDefault();
      const { pathname, search, hash } = location;
      void navigate(path, { replace: path === pathname + search + hash });
    };
    // React listens at the document, so a handler at the window runs after React's handlers.
    window.addEventListener('click', follow);
    return () => window.removeEventListener('click', follow);
  }, [navigate]);
}

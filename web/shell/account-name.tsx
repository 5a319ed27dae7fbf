import { useUser } from '#web/session/session.ts';

/** The person's initial. Before hydration, the stylesheet shows the initial that first-paint.ts has set. */
export function AccountInitial() {
  const user = useUser();
  return (
    <span className="account-initial" aria-hidden="true">
      {user ? initialOf(user.name) : null}
    </span>
  );
}

export function AccountName() {
  const user = useUser();
  return (
    <span dir="auto" className="account-name min-w-0 truncate" data-testid="account-name">
      {user?.name}
    </span>
  );
}

/** The first character of a name in upper case; `?` for an empty name. */
export function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase();
}

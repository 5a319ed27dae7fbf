/** The first character of a name in upper case, for avatars; `?` for an empty name. */
export function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase();
}

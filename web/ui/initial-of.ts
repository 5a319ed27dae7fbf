/** The letter for a person's avatar: the first character of the name, in upper case; `?` for an empty name. */
export function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase();
}

/** A stored time as people read it, in UTC: to the minute. */
export function toMinute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** As `toMinute`, to the second. */
export function toSecond(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

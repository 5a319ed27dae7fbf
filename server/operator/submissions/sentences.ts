/** `1 submission`, `2 submissions`. */
export function countOf(count: number): string {
  return `${count} submission${count === 1 ? '' : 's'}`;
}

/** `2026-11-21 10:04`, in UTC, as all our times are. */
export function readableTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

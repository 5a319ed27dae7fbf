import { counted } from '../counted.ts';

/** `1 submission`, `2 submissions`. */
export function countOf(count: number): string {
  return counted(count, 'submission');
}

/** `2026-11-21 10:04`, in UTC, as all our times are. */
export function readableTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

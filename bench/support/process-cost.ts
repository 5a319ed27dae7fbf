import { readFileSync } from 'node:fs';

/**
 * Megabytes of memory that the process has of the machine.
 *
 * @param which `VmRSS` now, `VmHWM` the most there ever was
 */
export function residentOf(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return (Number(kilobytes) * 1_024) / 1e6;
}

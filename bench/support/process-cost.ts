import { readFileSync } from 'node:fs';

/**
 * The physical memory of a process in megabytes.
 *
 * @param which `VmRSS` for now, `VmHWM` for the peak
 */
export function residentOf(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return (Number(kilobytes) * 1_024) / 1e6;
}

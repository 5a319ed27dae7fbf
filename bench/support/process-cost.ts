import { readFileSync } from 'node:fs';

/** Linux counts a process's time in these, whatever the machine (`sysconf(_SC_CLK_TCK)`). */
const TICKS_A_SECOND = 100;

/** Milliseconds of processor time that the process has used since it began, its own and the system's for it. */
export function processorTimeOf(pid: number): number {
  // "pid (name) state …", where the name may hold anything but is followed by the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
}

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

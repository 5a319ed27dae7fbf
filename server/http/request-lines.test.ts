import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createRequestLog } from './request-lines.ts';

const LINE = { requestId: 'a-request-0', method: 'GET', route: '/odd "name"\\ ☀', status: 200, ms: 3 };

test.each(['trace', 'debug', 'info', 'warn', 'silent'])(
  'with the level %s, writes what the log itself would',
  (level) => {
    const lines: string[] = [];
    const byLog: string[] = [];
    const ours = createRequestLog(level, { write: (line) => void lines.push(line) });
    const log = createLog(level, { write: (line) => void byLog.push(line) });
    for (const label of ['info', 'debug'] as const) {
      ours[label]({ ...LINE, at: performance.now() });
      log[label](LINE, 'request');
    }
    const withoutTime = (line: string) => line.replace(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/, '"time":""');
    expect(lines.map(withoutTime)).toEqual(byLog.map(withoutTime));
  },
);

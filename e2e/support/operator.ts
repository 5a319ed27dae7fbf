import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { siteDatabase } from './site-database.ts';

/** The operator's command beside the running site, as a person would call it. Rejects when it fails. */
export function operator(...args: readonly string[]): Promise<{ readonly stdout: string }> {
  return promisify(execFile)(process.execPath, [join('server', 'commands', 'operator.ts'), ...args], {
    env: { ...process.env, ...siteDatabase(), SMTP_URL: '', SITE_ORIGIN: '' },
  });
}

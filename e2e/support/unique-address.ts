import { randomBytes } from 'node:crypto';

/** An address that no other test uses: tests share one site and run at the same time. */
export function uniqueAddress(name = 'visitor'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.com`;
}

import { randomBytes } from 'node:crypto';

/** An address that no other test uses: tests share one site and run at the same time. */
export function uniqueAddress(name = 'visitor'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.com`;
}

/** As unique, and as long as an address may be: the part before the `@` has its 64 letters, and nowhere to break a line. */
export function longAddress(): string {
  const local = randomBytes(32).toString('hex');
  return `${local}@${'mail'.repeat(15)}.${'office'.repeat(10)}.${'company'.repeat(7)}.example`;
}

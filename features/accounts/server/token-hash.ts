import { hash } from 'node:crypto';

/** SHA-256, hex: what is stored of a random token, so that whoever reads the database cannot use it. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

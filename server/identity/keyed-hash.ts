import { createHmac } from 'node:crypto';

/** HMAC-SHA-256, base64url. What was made for one purpose is worth nothing for another. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

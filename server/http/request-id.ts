import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A proxy's own id of a request, which is kept. */
const GIVEN = /^[\w-]{8,64}$/;

export function requestId({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}

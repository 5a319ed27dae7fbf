import { scrubError } from '#server/http/scrub.ts';

/** Longer names are cut, or of hosts not counted. */
const LONGEST_NAME = 100;

/** What is kept of a path that leads nowhere: no query, no e-mail address, nothing like a token, and plain characters. */
export function missingPath(path: string): string {
  const bare = scrubError(path.replace(/[?#].*$/s, ''));
  return bare.replace(/[^\x21-\x7e]/g, '?').slice(0, LONGEST_NAME);
}

const HOST = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+$/;

/** The host of another site; undefined for ours, for an address in place of a name, and for whatever else was sent. */
export function referrerHost(sent: string | undefined, ownHosts: readonly string[]): string | undefined {
  const host = sent?.toLowerCase() ?? '';
  return host.length <= LONGEST_NAME && HOST.test(host) && !ownHosts.includes(host) ? host : undefined;
}

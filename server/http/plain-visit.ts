import type { RequestHead } from './request-head.ts';

/**
 * A name without anything that could be read in two ways. What else may be a host is left to the app: who types capital
 * letters is answered too.
 */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** Tells of a request whether it names its host in a plain way, and did not come in the clear to a site over https. */
export function createPlainVisitCheck(origin: string): (head: RequestHead) => boolean {
  const isHttps = origin.startsWith('https:');
  const { host: ownHost } = new URL(origin);
  // A proxy may call the site by another name, and then always does.
  let last = ownHost;
  const isPlain = (host: string) => {
    if (host === ownHost || host === last) return true;
    if (!PLAIN_HOST.test(host)) return false;
    last = host;
    return true;
  };
  return ({ host, forwardedProto }) =>
    host !== undefined &&
    isPlain(host) &&
    // Whether the one who says otherwise may be believed is for the app to find out.
    (!isHttps || forwardedProto === undefined || forwardedProto === 'https');
}

/** What is looked at in every request before anything else is known of it. */
export type RequestHead = {
  /** How often a host is named. */
  readonly hosts: number;
  readonly host: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly requestId: string | undefined;
  readonly forwardedProto: string | undefined;
  readonly transferEncoding: string | undefined;
  readonly cookie: string | undefined;
  readonly apiKey: string | undefined;
  /** Whether it brings an `Authorization`, of whatever kind. */
  readonly isAuthorized: boolean;
};

/**
 * Reads these headers, and no others, in one pass: `incoming.headers` would make an object of all of them, which most
 * requests for a page never need. One that comes several times is joined as Node does.
 *
 * @param rawHeaders names and values in turn
 */
export function readHead(rawHeaders: readonly string[]): RequestHead {
  let hosts = 0;
  let host: string | undefined;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  let requestId: string | undefined;
  let forwardedProto: string | undefined;
  let transferEncoding: string | undefined;
  let cookie: string | undefined;
  let apiKey: string | undefined;
  let isAuthorized = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    // By length first: most names need no second look.
    switch (name.length) {
      case 4:
        if (!isNamed(name, 'Host', 'host')) break;
        hosts += 1;
        host ??= value;
        break;
      case 6:
        if (isNamed(name, 'Cookie', 'cookie')) cookie = joined(cookie, value, '; ');
        break;
      case 9:
        if (name.toLowerCase() === 'x-api-key') apiKey = joined(apiKey, value);
        break;
      case 12:
        if (name.toLowerCase() === 'x-request-id') requestId = joined(requestId, value);
        break;
      case 13: {
        const lower = name.toLowerCase();
        if (lower === 'if-none-match') ifNoneMatch = joined(ifNoneMatch, value);
        else if (lower === 'authorization') isAuthorized = true;
        break;
      }
      case 15:
        if (isNamed(name, 'Accept-Encoding', 'accept-encoding'))
          acceptEncoding = joined(acceptEncoding, value);
        break;
      case 17: {
        const lower = name.toLowerCase();
        if (lower === 'transfer-encoding') transferEncoding = joined(transferEncoding, value);
        else if (lower === 'x-forwarded-proto') forwardedProto = joined(forwardedProto, value);
        break;
      }
    }
  }
  return {
    hosts,
    host,
    acceptEncoding,
    ifNoneMatch,
    requestId,
    forwardedProto,
    transferEncoding,
    cookie,
    apiKey,
    isAuthorized,
  };
}

/** As most write it first: to make small letters of a name takes longer than to compare it. */
function isNamed(name: string, usual: string, lower: string): boolean {
  return name === usual || name.toLowerCase() === lower;
}

function joined(before: string | undefined, value: string, comma = ', '): string {
  return before === undefined ? value : before + comma + value;
}

/** Node's own limits of connections, in milliseconds. Limits per address are the proxy's: see `deploy/`. */
export type ConnectionLimits = {
  /** From the start of a connection, or of a request on it, to the end of the headers. */
  readonly headersTimeout: number;
  /** To the end of the body. */
  readonly requestTimeout: number;
  /** Without a byte in either direction while an answer is under way. */
  readonly connectionTimeout: number;
  /** Without a request, after an answer. */
  readonly keepAliveTimeout: number;
  /** How often the first two are looked at; each may come so much later. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of the first line and all headers together. */
  readonly maxHeaderSize: number;
  readonly maxRequestsPerSocket: number;
  readonly maxConnections: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  // A browser sends its headers in one packet. A client that drips them wants to keep the connection.
  headersTimeout: 10_000,
  // The largest body (256 KiB) at 70 kbit/s.
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  // Longer than the 60 s of most proxies: the side that closes first must not be the one that is asked.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Node's own limit, and that of most proxies. Our cookies and links are below 1 KiB.
  maxHeaderSize: 16 * 1_024,
  maxRequestsPerSocket: 10_000,
  // About 20 KiB of memory each when idle; below the 4,096 descriptors that systems commonly allow at the least.
  maxConnections: 4_000,
};

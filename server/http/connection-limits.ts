/** Node's own limits of connections, in milliseconds. Limits per address are the proxy's: see `deploy/`. */
export const CONNECTION_LIMITS = {
  // To the end of the headers. A browser sends them in one packet; a client that drips them wants to keep the connection.
  headersTimeout: 10_000,
  // To the end of the body: the largest (256 KiB) at 70 kbit/s.
  requestTimeout: 30_000,
  // Without a byte in either direction while an answer is under way.
  connectionTimeout: 60_000,
  // Without a request. Longer than the 60 s of most proxies: the side that closes first must not be the one that is asked.
  keepAliveTimeout: 65_000,
  // How often the first two are looked at; each may come so much later.
  connectionsCheckingInterval: 1_000,
  // Bytes of the first line and all headers. Node's own limit, and that of most proxies; our cookies and links are below 1 KiB.
  maxHeaderSize: 16 * 1_024,
  maxRequestsPerSocket: 10_000,
  // About 20 KiB of memory each when idle; below the 4,096 descriptors that systems commonly allow at the least.
  maxConnections: 4_000,
};
export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>;

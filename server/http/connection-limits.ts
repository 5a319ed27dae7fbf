/** What one connection, and all of them together, may take of the server. Times are milliseconds. */
export type ConnectionLimits = {
  /** From the start of a connection, or of a request on it, to the end of the headers. */
  readonly headersWithin: number;
  /** To the end of the body. */
  readonly requestWithin: number;
  /** To the end of the answer, as the client takes it. */
  readonly answerWithin: number;
  /** Without a request, after an answer. */
  readonly idleFor: number;
  /** How often all of these are looked at; each may come so much later. */
  readonly checkEvery: number;
  /** Of the first line and all headers together. */
  readonly headerBytes: number;
  readonly headers: number;
  /** Sent ahead on one connection, without waiting for the answers before. */
  readonly requestsAhead: number;
  /** At most; each connection has its own number, from the half of it on. */
  readonly requestsPerConnection: number;
  readonly connections: number;
  /** From one address that is no proxy of ours; of IPv6 one /64. */
  readonly connectionsPerAddress: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  // A browser sends its headers in one packet; who drips them wants to keep the connection.
  headersWithin: 10_000,
  // The largest body that is taken (256 KiB) at 70 kbit/s.
  requestWithin: 30_000,
  // The largest file, uncompressed, at 50 kbit/s. Beyond the longest wait for the database, so what is slow here is answered.
  answerWithin: 120_000,
  // Longer than proxies keep theirs (60 s as a rule): the one who closes first must not be the one who is asked.
  idleFor: 65_000,
  checkEvery: 1_000,
  // Node's own limit, and that of most proxies. Our cookies and links are below 1 KiB.
  headerBytes: 16 * 1_024,
  // Browsers send about 20, proxies add a few.
  headers: 100,
  // Browsers and proxies wait for each answer. Who does not could have a thousand worked on for one packet.
  requestsAhead: 20,
  // Now and then a proxy has to choose a process anew, but not all the time: fifty new connections take 3 ms.
  requestsPerConnection: 10_000,
  // About 20 KiB of memory each when idle; below the 4,096 descriptors that systems commonly allow at the least.
  connections: 4_000,
  // A browser opens six; an office behind one address has room for thirty of them.
  connectionsPerAddress: 200,
};

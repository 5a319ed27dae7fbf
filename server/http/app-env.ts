import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';

/** What every handler finds in its Hono context. */
export type AppEnv = {
  Bindings: {
    /** Node's request; absent when a test calls the app without a socket. */
    readonly incoming?: Pick<IncomingMessage, 'socket'>;
  };
  Variables: {
    requestId: string;
    /** Set where the path itself is the route: a page or asset of the site. */
    route: string | undefined;
    /** Carries the request id. Never log an address, a name, a token or a body. */
    log: Logger;
  };
};

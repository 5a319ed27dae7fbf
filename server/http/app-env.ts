import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** What every handler finds in its Hono context. */
export type AppEnv = {
  Bindings: {
    /** Node's request; absent when a test calls the app without a socket. */
    readonly incoming?: Pick<IncomingMessage, 'socket'>;
    /** Node's answer, likewise. */
    readonly outgoing?: Pick<ServerResponse, 'setHeader'>;
  };
  Variables: {
    requestId: string;
    /** Set where the path itself is the route: a page or asset of the site. */
    route: string | undefined;
    /** Of a request of the API that may have one (`receiveBody`). */
    body: Buffer<ArrayBuffer>;
    /** Makes one that carries the request id: few requests need it. Never log an address, a name, a token or a body. */
    log: () => Logger;
  };
};

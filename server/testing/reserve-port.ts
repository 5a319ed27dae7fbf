import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * Returns a free port for a server that starts later. An open connection keeps the kernel from giving this port to programs that
 * ask for any free port. A program that asks for exactly this port may listen on it.
 */
export async function reservePort(): Promise<number> {
  const server = createServer((socket) => socket.unref()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = connect(port, '127.0.0.1').unref();
  await Promise.all([once(server, 'connection'), once(connection, 'connect')]);
  server.close();
  return port;
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * A loopback port for a program that is started later. It stays ours until this process ends: a connection of our own keeps the kernel
 * from giving it to whoever asks for any free port, and lets a program listen that asks for this one.
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

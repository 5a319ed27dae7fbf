import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can stop passing data on, like a network that loses packets. */
export async function startSilenceableProxy(target: string) {
  const there = new URL(target);
  const open = new Set<Socket>();
  const heard = new WeakSet<Socket>();
  const loss = Promise.withResolvers<void>();
  let silent = false;
  const proxy = createServer((near) => {
    const far = connect(Number(there.port || 5432), there.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      if (!silent) heard.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('data', (data) => {
        if (heard.has(from)) to.write(data);
        else loss.resolve();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Keeps old and new connections open but passes no data on. */
    fallSilent: () => {
      silent = true;
      for (const socket of open) heard.delete(socket);
    },
    /** Resolves when data was sent that the proxy did not pass on. */
    lostSomething: loss.promise,
    /** Makes new connections work again. Earlier ones stay silent. */
    speak: () => {
      silent = false;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

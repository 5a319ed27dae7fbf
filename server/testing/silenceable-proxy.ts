import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can fall silent, as a network does that loses what is sent. */
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
    /** The given URL, by way of the proxy. */
    url: url.href,
    /** Connections stay open, and nothing comes through any more: neither on those that are, nor on new ones. */
    fallSilent: () => {
      silent = true;
      for (const socket of open) heard.delete(socket);
    },
    /** Resolves once something was sent that did not come through. */
    lostSomething: loss.promise,
    /** New connections work again; those that were cut off stay silent. */
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

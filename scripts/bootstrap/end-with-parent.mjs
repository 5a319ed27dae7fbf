import { Socket } from 'node:net';

/**
 * Loaded into the server by `scripts/start.mjs` (`node --import`). The server runs in its own process group, so that Ctrl-C
 * reaches it once and not two or three times; but then it would survive a starter killed by SIGKILL. This module ends the
 * server when the pipe on descriptor 3 closes, because the other end died.
 */
const pipe = new Socket({ fd: 3 });
pipe.on('error', () => {});
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
pipe.resume().unref();

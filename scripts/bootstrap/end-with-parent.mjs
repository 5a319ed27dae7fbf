import { Socket } from 'node:net';

/**
 * Loaded into the server by `scripts/start.mjs` (`node --import`). The server runs in a process group of its own, so
 * that Ctrl-C reaches it once and not two or three times; then it would also survive a starter that was killed
 * outright. It notices here: the pipe on descriptor 3 closes when its other end dies.
 */
const pipe = new Socket({ fd: 3 });
pipe.on('error', () => {});
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
pipe.resume().unref();

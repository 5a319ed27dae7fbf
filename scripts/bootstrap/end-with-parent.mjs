import { Socket } from 'node:net';

/** Loaded into a program (`node --import`): ends it when the pipe on descriptor 3 closes, because its starter was killed. */
const pipe = new Socket({ fd: 3 });
pipe.on('error', () => {});
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
pipe.resume().unref();

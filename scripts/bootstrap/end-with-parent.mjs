import { Socket } from 'node:net';

/** Load this file with `node --import`. It ends the program when the parent is killed, which closes descriptor 3. */
const pipe = new Socket({ fd: 3 });
pipe.on('error', () => {});
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'));
pipe.resume().unref();

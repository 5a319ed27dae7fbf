import { argon2, randomBytes } from 'node:crypto';
import { ARGON2ID } from '#server/accounts/passwords.ts';
import type { HashesDone, HashOrder } from './bare-argon2.ts';

/** Does nothing but argon2id; ends with its parent. */
const order = { message: 'the password of the owner', nonce: randomBytes(16), ...ARGON2ID };

function hash(done: () => void): void {
  argon2('argon2id', order, (error) => {
    if (error) throw error;
    done();
  });
}

process.on('message', ({ milliseconds, atOnce }: HashOrder) => {
  const from = performance.now();
  let [count, underWay] = [0, 0];
  const next = () => {
    underWay++;
    hash(() => {
      count++;
      underWay--;
      const passed = performance.now() - from;
      if (passed < milliseconds) next();
      else if (underWay === 0) process.send?.({ count, milliseconds: passed } satisfies HashesDone);
    });
  };
  for (let n = 0; n < atOnce; n++) next();
});
process.on('disconnect', () => process.exit(0));

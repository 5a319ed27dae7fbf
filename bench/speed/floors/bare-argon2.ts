import { argon2, randomBytes } from 'node:crypto';
import { ARGON2ID } from '#features/accounts/server/passwords.ts';
import { isFloor, startFloor } from './floor-process.ts';

/** Hashes `atOnce` passwords in parallel, and starts none after `milliseconds`. With 0 milliseconds each is hashed once. */
type HashOrder = { readonly milliseconds: number; readonly atOnce: number };
type HashesDone = { readonly count: number; readonly milliseconds: number };

/** The floor (fastest program) for a sign-in: argon2id with the site's parameters, in Node's default thread pool. */
export function startBareArgon2() {
  const floor = startFloor(import.meta.filename);
  return {
    ...floor,
    run: async (order: HashOrder) => {
      floor.send(order);
      return (await floor.told()) as HashesDone;
    },
  };
}

export type BareArgon2 = ReturnType<typeof startBareArgon2>;

if (isFloor()) {
  const password = { message: 'the password of the owner', nonce: randomBytes(16), ...ARGON2ID };
  process.on('message', ({ milliseconds, atOnce }: HashOrder) => {
    const from = performance.now();
    let [count, underWay] = [0, 0];
    const next = () => {
      underWay++;
      argon2('argon2id', password, (error) => {
        if (error) throw error;
        count++;
        underWay--;
        const passed = performance.now() - from;
        if (passed < milliseconds) next();
        else if (underWay === 0) process.send?.({ count, milliseconds: passed } satisfies HashesDone);
      });
    };
    for (let n = 0; n < atOnce; n++) next();
  });
}

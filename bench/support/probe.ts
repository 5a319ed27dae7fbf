import { once } from 'node:events';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export type Probed = { readonly path: string; readonly headers: OutgoingHttpHeaders };

/**
 * Asks each of these in turn at a steady pace, whether or not the answers come, and gives the milliseconds of each, from
 * when it was sent to the last byte received. Rejects when one is not answered with 200.
 */
export async function probe<Name extends string>(
  url: string,
  asked: Readonly<Record<Name, Probed>>,
  { seconds, eachMs }: { seconds: number; eachMs: number },
): Promise<Record<Name, number[]>> {
  const agent = new Agent({ keepAlive: true });
  const names = Object.keys(asked) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const underWay: Promise<void>[] = [];
  const ask = async (name: Name) => {
    const { path, headers } = asked[name];
    const from = performance.now();
    const [answer] = await once(request(`${url}${path}`, { agent, headers }).end(), 'response');
    answer.resume();
    await once(answer, 'end');
    taken[name].push(performance.now() - from);
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
  };
  let turn = 0;
  const timer = setInterval(() => {
    const name = names[turn++ % names.length];
    if (name !== undefined) underWay.push(ask(name));
  }, eachMs);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  clearInterval(timer);
  try {
    await Promise.all(underWay);
  } finally {
    agent.destroy();
  }
  return taken;
}

import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';

export function newAgent(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

export async function answerTo(outgoing: ClientRequest) {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: incoming.statusCode,
    connection: incoming.headers.connection,
    text: await text(incoming),
  };
}

/** Sends the headers of a sign-up, and waits until the server handles it. It can answer only after it has got the body. */
export async function beginSignUp(
  url: string,
  { origin, email, agent }: { origin: string; email: string; agent?: Agent },
) {
  const body = JSON.stringify({ email, password: 'correct horse' });
  const outgoing = request(url + ACCOUNT_API.signUp, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      origin,
      // The server’s reply "100 Continue" proves that it is processing the request.
      expect: '100-continue',
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return { outgoing, body };
}

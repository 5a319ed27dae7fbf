import { z } from 'zod';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { API_HEADERS, until } from '#server/testing/restarting-site.ts';
import { PROCESS_ORIGIN, startServerProcess } from '#server/testing/server-process.ts';

const EMAIL = 'someone@example.com';
const WITH_ID = z.object({ data: z.object({ id: z.string() }) });

/**
 * Signs up at the built server, confirms the address by the mailed link, signs in, and deletes the account. Throws when a step fails.
 *
 * @param folder where the site keeps its data
 */
export async function liveAnAccount(folder: string): Promise<void> {
  const smtp = await startFakeSmtp();
  const site = await startServerProcess({ DATA_DIR: folder, SMTP_URL: smtp.url });
  const ask = async (path: string, body: unknown, cookie = '', method = 'POST') => {
    const answer = await fetch(`${site.url}${path}`, {
      method,
      headers: { ...API_HEADERS, 'content-type': 'application/json', cookie, origin: PROCESS_ORIGIN },
      body: JSON.stringify(body ?? {}),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', json: JSON.parse(text) };
  };
  try {
    const typed = { email: EMAIL, password: PASSWORD };
    const signedUp = await ask(ACCOUNT_API.signUp, typed);
    let token: string | undefined;
    await until(() => {
      token = /token=([\w-]+)/.exec(smtp.received[0]?.mail.text ?? '')?.[1];
      return token !== undefined;
    });
    await ask(ACCOUNT_API.verify, { token }, signedUp.cookie);
    const { cookie, json } = await ask(ACCOUNT_API.signIn, typed);
    const { id } = WITH_ID.parse(json).data;
    const name = 'Asha Rao';
    await ask(PRODUCT_API.saveUser, { name, about: '' }, cookie);
    await ask(ACCOUNT_API.deletionProof, { name, password: PASSWORD }, cookie);
    await ask(pathFor(PRODUCT_API.user, id), undefined, cookie, 'DELETE');
    site.terminate();
    const { code } = await site.exit;
    if (code !== 0) throw new Error(`The site ended with ${code}:\n${site.output()}`);
  } finally {
    await site.kill9();
    await smtp.close();
  }
}

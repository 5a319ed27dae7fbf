import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { FORMS } from '#features/forms/contract.ts';
import { credentials } from './accounts.ts';
import { createClient } from './client.ts';

type Load = {
  readonly seconds: number;
  readonly connections?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body of a POST request. In each request, `%d` becomes the next number, starting with `from`. */
  readonly body?: { readonly json: string; readonly from: number };
};

/** Sends requests to one URL from one thread of `wrk`. Rejects if an answer was not 2xx or 3xx, or a connection broke. */
export async function runWrk(
  url: string,
  { seconds, connections = 50, headers = {}, body }: Load,
): Promise<{ perSecond: number }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'wrk-'));
  const script = join(folder.path, 'script.lua');
  await writeFile(script, `${body === undefined ? '' : posting(body)}\n${DONE}`);
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, ...lines, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  const [, requests, micros, bad] = /figures (\d+) (\d+) (\d+)/.exec(stdout) ?? [];
  if (bad !== '0') throw new Error(`wrk on ${url}:\n${stdout}`);
  return { perSecond: Number(requests) / (Number(micros) / 1e6) };
}

const posted = (url: string) => ({ ...createClient(url).headers(), 'content-type': 'application/json' });

/** Runs `wrk` with fifty visitors who send a form, each time a different message, because equal messages would be stored once. */
export function formLoad(url: string, seconds: number) {
  const json =
    '{"name":"Asha Rao","email":"asha-%d@example.com","message":"As long as people write, like %d."}';
  const path = pathFor(FORMS_API.submit, FORMS.contact);
  return runWrk(url + path, { seconds, headers: posted(url), body: { json, from: 1 } });
}

/**
 * Runs `wrk` with concurrent sign-ins, each to a different account from the number `from` on. As soon as one succeeds, the next
 * begins.
 */
export function signInLoad(
  url: string,
  { seconds, atOnce, from }: { seconds: number; atOnce: number; from: number },
) {
  const body = { json: JSON.stringify(credentials('%d')), from };
  return runWrk(url + ACCOUNT_API.signIn, { seconds, connections: atOnce, headers: posted(url), body });
}

const posting = ({ json, from }: { readonly json: string; readonly from: number }) => `local n = ${from - 1}
request = function()
  n = n + 1
  return wrk.format("POST", nil, nil, (string.gsub('${json}', "%%d", n)))
end`;

const DONE = `done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("figures %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout))
end`;

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { generate } from 'selfsigned';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { table } from './support/figures.ts';
import { needTool } from './support/tool-on-demand.ts';

/**
 * What score does MDN's HTTP Observatory give the real server (docs/decisions/0032)? Installs the tool into `build/`
 * the first time, puts a proxy that ends TLS in front of the server, and lets the tool's own code fetch and grade.
 *
 *   npm run bench -- observatory
 */
const TOOL = { name: '@mdn/mdn-http-observatory', version: '1.4.8' } as const;
/** A+ is 100; what its rules can add for a site that sets no cookie to strangers and is not on the preload list. */
const EXPECTED = 135;

type Result = {
  readonly result: string;
  readonly pass: boolean;
};
type Tool = {
  readonly retrieve: (
    host: string,
    ports: { httpPort: number; httpsPort: number },
  ) => Promise<{ responses: { auto: unknown } }>;
  readonly tests: readonly ((fetched: unknown) => Result)[];
  readonly modifierOf: (result: string) => number;
  readonly gradeOf: (score: number) => { grade: string };
  /** Below this, what a site does well adds nothing. */
  readonly extraFrom: number;
};

const folder = installTool();
const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
});
setDefaultCACertificates([...getCACertificates('default'), cert]);

let serverPort = 0;
const plain = await listening(createHttpServer(passOn('http')));
const secure = await listening(createHttpsServer({ key, cert }, passOn('https')));
const place = await makeThrowAwayPlace('');
const server = await startServerProcess({
  ...place.env,
  SITE_ORIGIN: `https://localhost:${portOf(secure)}`,
  TRUSTED_PROXIES: '127.0.0.1',
});
serverPort = server.port;
try {
  const tool = await loadTool();
  const fetched = await tool.retrieve('localhost', {
    httpPort: portOf(plain),
    httpsPort: portOf(secure),
  });
  if (!fetched.responses.auto) throw new Error('The tool could not reach the site.');
  process.exitCode = printScore(tool, fetched) < EXPECTED ? 1 : 0;
} finally {
  for (const front of [plain, secure]) front.close();
  server.terminate();
  await server.exit;
  await place.remove();
}

/** Its install scripts, which we do not run, would fetch a list of hosts. */
function installTool(): string {
  const folder = needTool(TOOL, 'observatory');
  // Nobody is on this list: we ask for the score without preloading.
  writeFileSync(join(folder, 'conf/hsts-preload.json'), '{}');
  return folder;
}

async function loadTool(): Promise<Tool> {
  const load = (file: string) => import(pathToFileURL(join(folder, 'src', file)).href);
  const [{ retrieve }, { ALL_TESTS }, grader, { MINIMUM_SCORE_FOR_EXTRA_CREDIT }] = await Promise.all([
    load('retriever/retriever.js'),
    load('constants.js'),
    load('grader/grader.js'),
    load('grader/charts.js'),
  ]);
  return {
    retrieve,
    tests: ALL_TESTS,
    modifierOf: grader.getScoreModifier,
    gradeOf: grader.getGradeForScore,
    extraFrom: MINIMUM_SCORE_FOR_EXTRA_CREDIT,
  };
}

/** As the tool's `scan` adds up, which takes no ports. Answers the score. */
function printScore(tool: Tool, fetched: unknown): number {
  const results = tool.tests.map((test) => test(fetched));
  const modifiers = results.map(({ result }) => tool.modifierOf(result));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const strict = 100 + sum(modifiers.filter((modifier) => modifier < 0));
  const score = strict < tool.extraFrom ? strict : 100 + sum(modifiers);
  const rows = results.map((test, index) => [
    test.constructor.name,
    test.result,
    test.pass ? 'passed' : 'FAILED',
    `${modifiers[index]}`,
  ]);
  process.stdout.write(
    `${TOOL.name} ${TOOL.version}, over https on loopback\n\n` +
      `${table([['Test', 'Result', '', 'Points'], ...rows])}\n\n` +
      `Score ${score} (${tool.gradeOf(score).grade}), expected at least ${EXPECTED}.\n`,
  );
  return score;
}

/** What a proxy in front of the site does: says how the visitor came, and passes the rest on. */
function passOn(scheme: 'http' | 'https') {
  return (incoming: IncomingMessage, answer: ServerResponse) => {
    const outgoing = request({
      port: serverPort,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': scheme },
    });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  };
}

async function listening<S extends Server>(front: S): Promise<S> {
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return front;
}

function portOf(front: Server): number {
  return (front.address() as AddressInfo).port;
}

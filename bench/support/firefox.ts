import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoneAtExit } from './leave-nothing.ts';
import { pause, waitFor } from './wait.ts';

const PROGRAM = 'firefox-esr';
const WINDOW = ['--width', '1280', '--height', '840'];
/** Long enough for a machine with other work. */
const PATIENCE_MS = 30_000;

/** The parts of WebDriver BiDi's messages that are read here. */
type Message = {
  readonly id?: number | null;
  readonly method?: string;
  readonly message?: string;
  readonly params?: { readonly type?: string; readonly text?: string; readonly message?: string };
  readonly result?: {
    readonly contexts?: readonly { readonly context: string }[];
    readonly nodes?: readonly { readonly sharedId: string }[];
    readonly result?: { readonly value?: string };
    readonly exceptionDetails?: { readonly text: string };
  };
};

/** An element by its selector, or by its role and its name as a screen reader has them. */
export type Target = string | { readonly role: string; readonly name: string };

/** The version of the program; undefined when there is none. */
export function firefoxVersion(): string | undefined {
  const { error, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  return error === undefined ? stdout.trim() : undefined;
}

/**
 * Firefox with an empty profile and one window, without a screen, over WebDriver BiDi. Throws when it does not start.
 * Its methods throw when the page does, and when what they wait for does not come.
 *
 * @param preferences as in about:config
 */
export async function startFirefox(preferences: Readonly<Record<string, number | boolean>> = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const args = ['--remote-debugging-port=0', '--remote-allow-system-access', '--profile', profile];
  const program = spawn(PROGRAM, ['--headless', '--no-remote', ...WINDOW, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  undoneAtExit(() => {
    program.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  let written = '';
  program.stderr.on('data', (part) => {
    written += part;
  });
  const address = () => /WebDriver BiDi listening on (ws:\S+)/.exec(written)?.[1];
  await waitFor('Firefox starts', PATIENCE_MS, () => address() !== undefined);

  const socket = new WebSocket(`${address()}/session`);
  const waiting = new Map<number, (message: Message) => void>();
  const said: string[] = [];
  const alerts: string[] = [];
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data);
    if (typeof message.id === 'number') waiting.get(message.id)?.(message);
    else if (message.method === 'browsingContext.userPromptOpened')
      alerts.push(message.params?.message ?? '');
    // What scripts write; the rest is in the browser's own console.
    else if (message.params?.type === 'console') said.push(message.params.text ?? '');
  });
  let sent = 0;
  const send = async (method: string, params: object = {}) => {
    sent += 1;
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(sent, resolve);
    socket.send(JSON.stringify({ id: sent, method, params }));
    const { result, message } = await promise;
    if (result === undefined) throw new Error(`${method}: ${message}`);
    if (result.exceptionDetails !== undefined) throw new Error(result.exceptionDetails.text);
    return result;
  };
  await send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
  });
  await send('session.subscribe', { events: ['log.entryAdded', 'browsingContext.userPromptOpened'] });
  const firstContext = async (scope: object) =>
    (await send('browsingContext.getTree', scope)).contexts?.[0]?.context ?? '';
  const page = await firstContext({});
  const browser = await firstContext({ 'moz:scope': 'chrome' });

  const evaluate = async (context: string, expression: string): Promise<unknown> => {
    const { result } = await send('script.evaluate', {
      expression: `(async () => JSON.stringify({ value: await ${expression} }))()`,
      target: { context },
      awaitPromise: true,
    });
    return JSON.parse(result?.value ?? '{}').value;
  };
  const inPage = (work: () => unknown) => evaluate(page, `(${work})()`);
  /** Waits, and says what the page shows instead when that was in vain. */
  const waitInPage = (what: string, holds: () => Promise<boolean>) =>
    waitFor(what, PATIENCE_MS, async () => {
      // Looks without a rest keep Firefox from loading the scripts that are waited for.
      await pause(250);
      return holds();
    }).catch(async (error: Error) => {
      const text = await inPage(() => `${location.pathname} ${document.body.innerText}`);
      throw new Error(`${error.message}; shown: ${String(text).replaceAll(/\s+/g, ' ').slice(0, 500)}`);
    });
  /** Brought into view, once it is there. */
  const find = async (target: Target): Promise<string> => {
    const locator =
      typeof target === 'string' ? { type: 'css', value: target } : { type: 'accessibility', value: target };
    let sharedId: string | undefined;
    await waitInPage(JSON.stringify(target), async () => {
      const { nodes } = await send('browsingContext.locateNodes', { context: page, locator });
      sharedId = nodes?.[0]?.sharedId;
      return sharedId !== undefined;
    });
    await send('script.callFunction', {
      functionDeclaration: `(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })`,
      arguments: [{ sharedId }],
      target: { context: page },
      awaitPromise: true,
    });
    return sharedId ?? '';
  };
  const act = (type: string, actions: readonly object[]) =>
    send('input.performActions', { context: page, actions: [{ type, id: type, actions }] });
  const press = (keys: readonly string[]) =>
    act(
      'key',
      keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  const click = async (target: Target) => {
    const element = { type: 'element', element: { sharedId: await find(target) } };
    const moved = { type: 'pointerMove', x: 0, y: 0, origin: element };
    await act('pointer', [moved, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  };

  return {
    /** What it said in dialogs, oldest first; each is accepted. */
    alerts: alerts as readonly string[],
    open: (url: string) => send('browsingContext.navigate', { context: page, url, wait: 'complete' }),
    inPage,
    /** Evaluates an expression in the browser's own window, where `gBrowser` is. */
    inBrowser: (expression: string) => evaluate(browser, expression),
    /** Whether the page shows these words within a time. */
    shows: (words: string) =>
      waitInPage(`the page shows “${words}”`, async () =>
        String(await inPage(() => document.body.innerText)).includes(words),
      ),
    click,
    /** Types as a person would, in place of what is there. */
    fill: async (target: Target, text: string) => {
      await click(target);
      await inPage(() => (document.activeElement as HTMLInputElement).select());
      await press([...text]);
    },
    /** Moves the mouse over each link that can be seen. */
    pointAtLinks: async () => {
      const places = (await inPage(() =>
        [...document.links]
          .map((link) => link.getBoundingClientRect())
          .map(({ left, top, width, height }) => ({
            x: Math.floor(left + width / 2),
            y: Math.floor(top + height / 2),
          }))
          .filter(({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight),
      )) as readonly object[];
      await act(
        'pointer',
        places.flatMap((place) => [
          { type: 'pointerMove', ...place },
          { type: 'pause', duration: 20 },
        ]),
      );
    },
    /** What scripts and the browser wrote about pages of an origin since the last call: logs, warnings, errors. */
    takeConsole: async (origin: string): Promise<readonly string[]> => {
      const written = (await evaluate(
        browser,
        `(() => {
          const messages = Services.console.getMessageArray();
          Services.console.reset();
          return messages
            .filter((message) => message instanceof Ci.nsIScriptError && message.sourceName.startsWith('${origin}'))
            .map((message) => message.category + ': ' + message.errorMessage + ' (' + message.sourceName + ')');
        })()`,
      )) as readonly string[];
      return [...said.splice(0), ...written];
    },
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => program.once('exit', resolve));
      program.kill('SIGTERM');
      await ended;
    },
  };
}

export type Firefox = Awaited<ReturnType<typeof startFirefox>>;

import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Request } from '@playwright/test';

export type Expectation = string | RegExp;

/** Collects unwanted events in a browser, such as console messages and failed requests, as lines of text. */
export function watchForTrouble() {
  const lines: string[] = [];
  const expectations: Expectation[] = [];

  const isExpected = (line: string) => expectations.some((expectation) => matches(line, expectation));
  const missing = () =>
    expectations.filter((expectation) => !lines.some((line) => matches(line, expectation)));

  return {
    watch(context: BrowserContext): void {
      context.on('console', (message) => {
        // Ignores Chrome's hint for password managers, on pages whose mailed link does not contain the address.
        if (message.text().includes('Password forms should have (optionally hidden) username')) return;
        lines.push(`console.${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => {
        if (!isOfPausedPage(error.error())) lines.push(`page error: ${error.error()}`);
      });
      context.on('request', (request) => {
        if (isElsewhere(request)) lines.push(`request to another machine: ${request.url()}`);
      });
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? 'no reason given';
        // The browser cancels what is still loading when a visitor leaves a page; that is not counted as a failure.
        if (reason !== 'net::ERR_ABORTED') lines.push(`request failed: ${request.url()} (${reason})`);
      });
    },

    expect(expectation: Expectation): void {
      expectations.push(expectation);
    },

    /** The unexpected events, and the expected events that are still missing after a short wait. */
    async result(): Promise<{ unexpected: readonly string[]; missing: readonly string[] }> {
      for (let look = 0; missing().length > 0 && look < 40; look++) await sleep(50);
      return { unexpected: lines.filter((line) => !isExpected(line)), missing: missing().map(String) };
    },
  };
}

/** True for an error that only a test driver causes: while it holds back a new popup, the page behind it runs no callbacks. */
function isOfPausedPage({ message }: Error): boolean {
  return message.includes(
    "Failed to execute 'open' on 'Window': The provided callback is no longer runnable.",
  );
}

function matches(line: string, expectation: Expectation): boolean {
  return typeof expectation === 'string' ? line.includes(expectation) : expectation.test(line);
}

function isElsewhere(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url());
  return (
    ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !['localhost', '127.0.0.1'].includes(hostname)
  );
}

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { whenIdle } from '#web/ui/when-idle.ts';
import { mayCount } from './may-count.ts';

/** Pages opened before the code that reports them is here. */
const waiting: string[] = [];
let report = (path: string): void => {
  waiting.push(path);
};
let isStarted = false;

/**
 * Counts the pages that are opened here, and how fast the first one was (decisions §7). The code for it is fetched once
 * the page is idle; whoever leaves before is not counted. Under Do Not Track or Global Privacy Control nothing is
 * fetched and nothing sent.
 */
export function useVisitCounting(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    if (isStarted || !mayCount(window)) return;
    return whenIdle(start);
  }, []);

  useEffect(() => {
    if (mayCount(window)) report(pathname);
  }, [pathname]);
}

async function start(): Promise<void> {
  isStarted = true;
  const module = await import('./report-visit.ts').catch(() => undefined);
  if (module === undefined) return;
  report = module.startReporting(window);
  for (const path of waiting.splice(0)) report(path);
}

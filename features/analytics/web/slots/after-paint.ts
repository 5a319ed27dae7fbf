import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { mayCount } from '#features/analytics/web/may-count.ts';
import { whenIdle } from '#web/ui/when-idle.ts';

const waiting: string[] = [];
let report = (path: string): void => {
  waiting.push(path);
};
let isStarted = false;

/**
 * Counts page views and web vitals (docs/product.md, "Analytics"). The code is loaded when the page is idle. With Do Not Track,
 * Global Privacy Control or an objection, nothing is loaded or sent.
 */
export default function VisitCounting(): null {
  const { pathname } = useLocation();

  useEffect(() => {
    if (isStarted || !mayCount(window)) return;
    return whenIdle(start);
  }, []);

  useEffect(() => {
    if (mayCount(window)) report(pathname);
  }, [pathname]);

  return null;
}

async function start(): Promise<void> {
  isStarted = true;
  const module = await import('#features/analytics/web/report-visit.ts').catch(() => undefined);
  if (module === undefined) return;
  report = module.startReporting(window);
  for (const path of waiting.splice(0)) report(path);
}

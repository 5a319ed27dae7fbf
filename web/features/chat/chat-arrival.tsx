import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle, whenLoaded } from '#web/ui/when-idle.ts';

const DELAY_MS = 2_000;

/**
 * The help chat's place in the page: empty, also in the static HTML, until 2 seconds after the load (spec §2, §9). Its
 * code is fetched once the page is idle; when it does not arrive, there is no chat on this page. Changing the route
 * starts nothing again.
 */
export function ChatArrival() {
  const [Chat, setChat] = useState<ComponentType>();
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const cancelWait = whenLoaded(() => {
      timer = setTimeout(() => setDue(true), DELAY_MS - sinceLoad());
    });
    const cancelFetch = whenIdle(async () => {
      const module = await import('./chat-widget.tsx').catch(() => undefined);
      if (module) setChat(() => module.ChatWidget);
    });
    return () => {
      clearTimeout(timer);
      cancelWait();
      cancelFetch();
    };
  }, []);

  return isDue && Chat ? <Chat /> : null;
}

/** Milliseconds: the scripts may have arrived after the load. */
function sinceLoad(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const loadedAt = (navigation as PerformanceNavigationTiming | undefined)?.loadEventEnd;
  return loadedAt ? performance.now() - loadedAt : 0;
}

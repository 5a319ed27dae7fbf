import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle, whenLoaded } from '#web/ui/when-idle.ts';

const DELAY_MS = 2_000;

/** Shows the help chat 2 seconds after the page load. Its code is loaded when the page is idle. A failed load is no error. */
export default function LazyChat() {
  const [Chat, setChat] = useState<ComponentType>();
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const cancelWait = whenLoaded(() => {
      timer = setTimeout(() => setDue(true), DELAY_MS - sinceLoad());
    });
    const cancelFetch = whenIdle(async () => {
      const module = await import('#features/chat/web/chat-widget.tsx').catch(() => undefined);
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

/** Milliseconds since the page load. The load may have ended before this script started. */
function sinceLoad(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const loadedAt = (navigation as PerformanceNavigationTiming | undefined)?.loadEventEnd;
  return loadedAt ? performance.now() - loadedAt : 0;
}

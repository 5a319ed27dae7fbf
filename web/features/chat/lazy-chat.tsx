import { type ComponentType, useEffect, useState } from 'react';
import { preinit } from 'react-dom';
import { whenIdle, whenLoaded } from '#web/ui/when-idle.ts';
import chatStylesheet from './chat.css?url';

const DELAY_MS = 2_000;

/**
 * The help chat's place in the page: empty, also in the static HTML, until 2 seconds after the load (spec §2, §9). Its
 * code and style are fetched once the page is idle; when the code does not arrive, there is no chat on this page.
 * Changing the route starts nothing again.
 */
export function LazyChat() {
  const [Chat, setChat] = useState<ComponentType>();
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const cancelWait = whenLoaded(() => {
      timer = setTimeout(() => setDue(true), DELAY_MS - sinceLoad());
    });
    const cancelFetch = whenIdle(async () => {
      preinit(chatStylesheet, { as: 'style', precedence: 'chat' });
      const module = await import('./chat-widget.tsx').catch(() => undefined);
      if (module) setChat(() => module.ChatWidget);
    });
    return () => {
      clearTimeout(timer);
      cancelWait();
      cancelFetch();
    };
  }, []);

  if (!isDue || !Chat) return null;
  return (
    <>
      {/* React waits for it. */}
      <link rel="stylesheet" href={chatStylesheet} precedence="chat" />
      <Chat />
    </>
  );
}

/** Milliseconds: the scripts may have arrived after the load. */
function sinceLoad(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const loadedAt = (navigation as PerformanceNavigationTiming | undefined)?.loadEventEnd;
  return loadedAt ? performance.now() - loadedAt : 0;
}

import { useEffect } from 'react';
import { readStored, writeStored } from '#web/api/storage.ts';
import { afterPaint } from '#web/ui/when-idle.ts';

const KEY = 'theme';

/** Switches all tabs to the next theme and stores the choice, after a paint, because a new theme restyles the whole page. */
export function switchTheme(): void {
  afterPaint(() => {
    const { themeNext = 'system' } = document.documentElement.dataset;
    window.showTheme(themeNext);
    writeStored(KEY, themeNext === 'system' ? null : themeNext);
  });
}

/** Follows a theme chosen in another tab, and the system's theme while none is chosen. */
export function useThemeFollowing(): void {
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: light)');
    const follow = () => window.showTheme(readStored(KEY));
    const onStorage = (event: StorageEvent) => {
      if (event.key === KEY || event.key === null) follow();
    };
    // Applies the theme once more, because the system's theme may have changed since the first paint.
    follow();
    system.addEventListener('change', follow);
    window.addEventListener('storage', onStorage);
    return () => {
      system.removeEventListener('change', follow);
      window.removeEventListener('storage', onStorage);
    };
  }, []);
}

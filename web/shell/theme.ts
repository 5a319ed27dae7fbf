import { useEffect } from 'react';
import { readStored, writeStored } from '#web/api/storage.ts';

const KEY = 'theme';

/** Changes to the other theme and remembers it, in this tab and the others. */
export function switchTheme(): void {
  const next = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
  apply(next);
  writeStored(KEY, next);
}

/** Follows the system while nothing was chosen, and the choice made in another tab. */
export function useThemeFollowing(): void {
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: light)');
    const follow = () => apply(stored() ?? (system.matches ? 'light' : 'dark'));
    const onStorage = (event: StorageEvent) => {
      if (event.key === KEY || event.key === null) follow();
    };
    // The system may have changed between the first paint and now.
    follow();
    system.addEventListener('change', follow);
    window.addEventListener('storage', onStorage);
    return () => {
      system.removeEventListener('change', follow);
      window.removeEventListener('storage', onStorage);
    };
  }, []);
}

function apply(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = meta.dataset.for === theme ? 'all' : 'not all';
}

function stored(): 'light' | 'dark' | null {
  const value = readStored(KEY);
  return value === 'light' || value === 'dark' ? value : null;
}

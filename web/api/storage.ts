import type { StorageKey } from '#content/browser-register.ts';

type Area = 'localStorage' | 'sessionStorage';

/** Reads a key; null when it is missing or storage is blocked. */
export function readStored(key: StorageKey, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it with null. Returns false when storage is blocked or full. */
export function writeStored(key: StorageKey, value: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function parseObject(text: string | null | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

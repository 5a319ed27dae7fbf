import { type KnownStorage, parseObject } from '#web/api/storage.ts';

/** A record of what this browser last sent to the other server, without the token itself. */
export type SyncMarker = {
  /** The account whose token was sent. */
  readonly account: string;
  /** When to send next for that account; Unix milliseconds of this device. */
  readonly nextAt: number;
  /** The number of failures in a row. */
  readonly failures: number;
};

export type SyncMarkerStore = {
  /** Null when there is no valid marker. */
  readonly read: () => SyncMarker | null;
  readonly write: (marker: SyncMarker | null) => void;
};

export const SYNC_MARKER_KEY = 'tokenSync';

/**
 * Keeps the marker in the storage that all tabs share, or in the memory of each tab if storage is blocked or full.
 *
 * @param storage called each time, because accessing blocked storage throws
 */
export function createSyncMarkerStore(storage: () => KnownStorage): SyncMarkerStore {
  let inMemory: SyncMarker | null = null;
  let isShared = true;
  return {
    read() {
      if (!isShared) return inMemory;
      try {
        return parseMarker(storage().getItem(SYNC_MARKER_KEY));
      } catch {
        return inMemory;
      }
    },
    write(marker) {
      inMemory = marker;
      try {
        if (marker === null) storage().removeItem(SYNC_MARKER_KEY);
        else storage().setItem(SYNC_MARKER_KEY, JSON.stringify(marker));
        isShared = true;
      } catch {
        isShared = false;
      }
    },
  };
}

function parseMarker(text: string | null): SyncMarker | null {
  const value = parseObject(text);
  if (value === null) return null;
  const { account, nextAt, failures } = value;
  const isWhole = typeof account === 'string' && Number.isFinite(nextAt) && Number.isFinite(failures);
  return isWhole ? (value as SyncMarker) : null;
}

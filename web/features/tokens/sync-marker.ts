import { parseObject } from '#web/api/storage.ts';

/** What this browser has told the other server, without the token itself. */
export type SyncMarker = {
  /** Whose token was sent last. */
  readonly account: string;
  /** Before this nothing is to be sent for that account; Unix milliseconds of this device. */
  readonly nextAt: number;
  /** How often in a row it did not work. */
  readonly failures: number;
};

export type SyncMarkerStore = {
  /** Null for nobody, and for something unreadable. */
  readonly read: () => SyncMarker | null;
  readonly write: (marker: SyncMarker | null) => void;
};

export const SYNC_MARKER_KEY = 'tokenSync';

/**
 * The marker, in the storage that all tabs share. Where that is blocked or full it is kept in memory: then each tab
 * speaks for itself.
 *
 * @param storage asked each time, because reading it throws where it is blocked
 */
export function createSyncMarkerStore(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): SyncMarkerStore {
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

import type { Tx } from '#server/database/database.ts';

declare module '#server/feature.ts' {
  /** What forms ask of other features. */
  interface Feature {
    /** Forgets what it keeps of messages that are erased. */
    readonly messagesErased?: (tx: Tx, ids: readonly string[]) => Promise<void>;
  }
}

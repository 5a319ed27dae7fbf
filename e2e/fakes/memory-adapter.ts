import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** The storage of `oidc-provider`, in memory: an entry is kept until it is consumed or expires, or the process ends. */
export function createMemoryAdapter(): AdapterFactory {
  const stored = new Map<string, { readonly payload: AdapterPayload; readonly expires: number }>();
  const live = (key: string) => {
    const entry = stored.get(key);
    return entry !== undefined && entry.expires > Date.now() ? entry.payload : undefined;
  };
  const first = (kind: string, fits: (payload: AdapterPayload) => boolean) =>
    [...stored.keys()]
      .filter((key) => key.startsWith(`${kind}:`))
      .map(live)
      .find((payload) => payload !== undefined && fits(payload));

  return (kind): Adapter => ({
    upsert: async (id, payload, seconds) => {
      const expires = seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1_000;
      stored.set(`${kind}:${id}`, { payload, expires });
    },
    find: async (id) => live(`${kind}:${id}`),
    findByUid: async (uid) => first(kind, (payload) => payload.uid === uid),
    findByUserCode: async (code) => first(kind, (payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = live(`${kind}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    destroy: async (id) => void stored.delete(`${kind}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}

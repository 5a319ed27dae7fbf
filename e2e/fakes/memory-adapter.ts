import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** The storage of `oidc-provider`. The package's own warns at each start that it is only for development. */
export function createMemoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (kind): Adapter => ({
    upsert: async (id, payload) => void stored.set(`${kind}:${id}`, payload),
    find: async (id) => stored.get(`${kind}:${id}`),
    findByUid: async (uid) =>
      [...stored].find(([key, payload]) => key.startsWith(`${kind}:`) && payload.uid === uid)?.[1],
    // Always undefined, because only sign-ins on devices without a browser use such codes.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = stored.get(`${kind}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    destroy: async (id) => void stored.delete(`${kind}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}

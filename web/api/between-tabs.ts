/** Opens a channel to the other tabs; undefined if the browser refuses (Firefox does if cookies are blocked). */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

const MAX_BYTES = 1024 * 1024;

/** Fetches a whole answer. Rejects if the answer could fill the memory of this process, or if the signal aborts. @public */
export async function fetchWhole(input: string | URL | Request, init: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  const { status, headers } = response;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}

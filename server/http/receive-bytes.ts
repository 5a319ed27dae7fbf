/**
 * Bytes that are taken in and thrown away before a body that is too large is refused: who is still sending hears no
 * answer, and would only see the connection break, and the next request on it fail.
 */
const READ_PAST_LIMIT = 16 * 1024 * 1024;

type ReceivedBytes =
  | { readonly kind: 'whole'; readonly bytes: Buffer<ArrayBuffer> }
  /** With what came first: a little more than the limit at least. */
  | { readonly kind: 'too-large'; readonly start: Buffer }
  /** It ended before its end. */
  | { readonly kind: 'broken' };

/**
 * Waits for the whole body, and keeps no more of it than the limit and a piece. Never throws.
 *
 * @param limit bytes
 */
export async function receiveBytes(request: Request, limit: number): Promise<ReceivedBytes> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  // No more than that is taken from the connection, so it can be had in one piece, without a Web stream in between.
  if (length <= limit) return receiveWhole(request, limit);
  const { body } = request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body === null) return { kind: 'whole', bytes: Buffer.alloc(0) };
  try {
    for await (const chunk of body) {
      if (size <= limit) chunks.push(chunk);
      size += chunk.byteLength;
      if (size > limit + READ_PAST_LIMIT) break;
    }
  } catch {
    return { kind: 'broken' };
  }
  const bytes = Buffer.concat(chunks);
  return size > limit ? { kind: 'too-large', start: bytes } : { kind: 'whole', bytes };
}

async function receiveWhole(request: Request, limit: number): Promise<ReceivedBytes> {
  try {
    const bytes = Buffer.from(await request.arrayBuffer());
    // Only a request that came through no connection can hold more than it said.
    return bytes.length > limit ? { kind: 'too-large', start: bytes } : { kind: 'whole', bytes };
  } catch {
    return { kind: 'broken' };
  }
}

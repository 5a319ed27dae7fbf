/** Of the ids made here: sixteen random bytes in hex digits, as proxies and traces write theirs. Characters. */
export const REQUEST_ID_LENGTH = 32;

const ACCEPTED = /^[\w-]{8,64}$/;
/** Ids made together: to ask for random bytes, and to write them down, costs more than all the rest of an id. */
const AT_ONCE = 256;

/** What a proxy calls a request when that looks like an id, else a new one. */
export type RequestIds = (given: string | undefined) => string;

/** @param fill writes random bytes */
export function createRequestIds(fill: (bytes: Buffer) => void): RequestIds {
  const bytes = Buffer.alloc((AT_ONCE * REQUEST_ID_LENGTH) / 2);
  let digits = '';
  let at = 0;
  return (given) => {
    if (given !== undefined && ACCEPTED.test(given)) return given;
    if (at === digits.length) {
      fill(bytes);
      digits = bytes.toString('hex');
      at = 0;
    }
    at += REQUEST_ID_LENGTH;
    return digits.slice(at - REQUEST_ID_LENGTH, at);
  };
}

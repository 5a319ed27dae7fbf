import { createLocalJWKSet, errors, importJWK, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '#server/feature.ts';
import { ALGORITHM, findPublicKeys, type SigningKey } from './signing-keys.ts';

/** docs/product.md, "Tokens". */
const TOKEN_SECONDS = 15 * 60;

/**
 * A short-lived JWT with `sub`, `sid`, `iss`, `aud`, `iat`, `exp` and `jti`. It says nothing else about the person.
 */
export async function signToken(
  { clock, newId, origin }: Pick<Deps, 'clock' | 'newId' | 'origin'>,
  key: SigningKey,
  session: { readonly id: string; readonly userId: string },
): Promise<string> {
  const now = Math.floor(clock().getTime() / 1_000);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setSubject(session.userId)
    .setIssuer(origin)
    .setAudience(origin)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .setJti(newId())
    .sign(await importJWK(key.privateKey, ALGORITHM));
}

/**
 * The id of the session in a valid token of ours; the caller must check that the session lives. Rejects when the
 * database does not answer.
 */
export async function verifyToken(
  deps: Pick<Deps, 'db' | 'clock' | 'keyring' | 'origin'>,
  token: string,
): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      // Only asked for when the token has the right form, so that garbage costs no query.
      async (header, jws) => createLocalJWKSet(await findPublicKeys(deps))(header, jws),
      { algorithms: [ALGORITHM], issuer: deps.origin, audience: deps.origin, currentDate: deps.clock() },
    );
    return typeof payload.sid === 'string' ? payload.sid : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

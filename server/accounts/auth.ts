import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import { AUTH_API } from '#contract/paths.ts';
import { cookieNames } from './cookies.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { findSigningKeys, KEY_GRACE_SECONDS, KEY_LIFE_SECONDS, storeSigningKey } from './signing-keys.ts';

const DAY = 24 * 60 * 60;

/** Decisions §3.7: a remembered session lasts 30 days from its last use. */
export const SESSION_DAYS = 30;

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth, embedded: it reads sessions, lets them slide on and signs them out, and signs the short-lived tokens. The rules of
 * accounts (who may sign up, sign in, confirm, reset) are ours, in the files beside this one; see
 * docs/decisions/0007-what-better-auth-does.md.
 */
export function createAuth(deps: IdentityDeps) {
  const { session, dontRemember } = cookieNames(deps.origin);
  return betterAuth({
    appName: 'site',
    baseURL: deps.origin,
    basePath: AUTH_API.base,
    secret: deps.secret,
    // One form of values for both databases: times as text, flags as 0 and 1 (docs/decisions/0004).
    database: { db: deps.db, type: 'sqlite' },
    trustedOrigins: [deps.origin],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      // Only the text: the values that come with it can be personal.
      log: (level, message) => deps.log[level]({ from: 'better-auth' }, message),
    },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: session }, dont_remember: { name: dontRemember } },
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: deps.origin.startsWith('https:'),
      },
      ipAddress: { disableIpTracking: true },
      // Our migrations make the tables; a look at them at each start finds those of other sites, too, and those that go.
      database: { generateId: deps.newId, validateSchema: false },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      fields: {
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
      expiresIn: SESSION_DAYS * DAY,
      updateAge: DAY,
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          rotationInterval: KEY_LIFE_SECONDS,
          gracePeriod: KEY_GRACE_SECONDS,
          // The adapter does it, which knows more than one secret.
          disablePrivateKeyEncryption: true,
        },
        adapter: {
          getJwks: () => findSigningKeys(deps),
          createJwk: (key) => storeSigningKey(deps, key),
        },
        jwt: { expirationTime: '15m', issuer: deps.origin, audience: deps.origin },
        schema: {
          jwks: {
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
  });
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { ACCOUNT_API } from '#contract/paths.ts';
import type {
  AddedPasskey,
  AddOptions,
  PasskeyPurpose,
  UsedPasskey,
  UseOptions,
} from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSWORD, type Person } from './people.ts';
import { TEST_ORIGIN } from './test-app.ts';
import type { TestClient } from './test-client.ts';

export async function askedFor(browser: TestClient, purpose: PasskeyPurpose) {
  const answer = await browser.post(PASSKEY_API.options, { purpose });
  if (answer.status !== 200) throw new Error(`no options to ${purpose}: ${answer.text}`);
  return answer.json.options;
}

/** Adds a passkey. Proves the identity by the password, which is enough for an account without a second factor. */
export async function withPasskey({ browser }: Pick<Person, 'browser'>, behaviour: Behaviour = {}) {
  const key = createAuthenticator();
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const answer = key.make(await askedFor(browser, 'add'), behaviour);
  const added = await browser.post(PASSKEY_API.add, { answer });
  if (added.status !== 200) throw new Error(`could not add: ${added.text}`);
  const recoveryCodes: readonly string[] = added.json.codes;
  return { ...key, recoveryCodes };
}

type Authenticator = ReturnType<typeof createAuthenticator>;

export async function proveByPasskey(key: Authenticator, browser: TestClient, behaviour: Behaviour = {}) {
  const answer = key.use(await askedFor(browser, 'proof'), behaviour);
  return browser.post(PASSKEY_API.proof, { answer });
}

export async function signInByPasskey(key: Authenticator, browser: TestClient, behaviour: Behaviour = {}) {
  const answer = key.use(await askedFor(browser, 'sign-in'), behaviour);
  return browser.post(PASSKEY_API.signIn, { answer, rememberDevice: false });
}

type Behaviour = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verifiesUser?: boolean;
  readonly counter?: number;
  readonly isResident?: boolean;
};

const FLAGS = { present: 0x01, verified: 0x04, withKey: 0x40 } as const;

/** A software device with one passkey: a real ES256 key, with answers in the format that browsers send. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;
  let handle = '';

  const clientData = (type: string, challenge: string, { origin = TEST_ORIGIN }: Behaviour) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId = '', behaviour: Behaviour, flags: number, ...rest: readonly Buffer[]) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(behaviour.counter ?? ++uses);
    const verified = behaviour.verifiesUser === false ? 0 : FLAGS.verified;
    const hash = sha256(Buffer.from(behaviour.rpId ?? rpId));
    return Buffer.concat([hash, Buffer.from([flags | FLAGS.present | verified]), counter, ...rest]);
  };
  const credential = { id: text(id), rawId: text(id), type: 'public-key' } as const;

  return {
    id: credential.id,
    make(options: AddOptions, behaviour: Behaviour = {}): AddedPasskey {
      handle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key];
      const authData = authenticatorData(options.rp.id, behaviour, FLAGS.withKey, ...attested);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData('webauthn.create', options.challenge, behaviour)),
          attestationObject: text(attestation),
          transports: ['internal', 'hybrid'],
        },
        clientExtensionResults: { credProps: { rk: behaviour.isResident ?? true } },
      };
    },
    use(options: UseOptions, behaviour: Behaviour = {}): UsedPasskey {
      const data = clientData('webauthn.get', options.challenge, behaviour);
      const authData = authenticatorData(options.rpId, behaviour, 0);
      return {
        ...credential,
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authData),
          signature: text(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          ...(behaviour.isResident === false ? {} : { userHandle: handle }),
        },
      };
    },
  };
}

const text = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const cborMap = (entries: readonly (readonly [string | number, Parameters<typeof isoCBOR.encode>[0]])[]) =>
  Buffer.from(isoCBOR.encode(new Map(entries)));

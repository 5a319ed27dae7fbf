import type { Selectable } from 'kysely';
import type { AuditHeadTable, AuditTable } from '#server/database/schema.ts';
import { isSameText, type Keyring, sign } from '#server/settings/keyring.ts';

export type AuditLine = Selectable<AuditTable>;
export type AuditHead = Omit<Selectable<AuditHeadTable>, 'id'>;
type Values = readonly (string | number | null)[];

/** The keyed hash of an id: comparable with the secret, meaningless without. */
export function hashedId(secret: string, kind: 'subject' | 'session', id: string): string {
  return sign([secret], kind === 'subject' ? 'audit' : 'audit session', id).slice(0, 22);
}

/** What the link of a line covers. An unsealed line has no place, and none before it. */
export function lineValues(line: Omit<AuditLine, 'link'>, previousLink = ''): Values {
  const { seq, id, at, action, detail, actor, subject, session } = line;
  return ['line', previousLink, seq, id, at, action, detail, actor, subject, session];
}

/** What the seal of the head covers. */
export function headValues({ seq, link, first_seq, before_first }: Omit<AuditHead, 'seal'>): Values {
  return ['head', seq, link, first_seq, before_first];
}

/** An HMAC, prefixed by an id of its secret. Each link covers the one before, so nobody can change that id later. */
export function mac(secret: string, values: Values): string {
  return `${keyIdOf(secret)}.${sign([secret], 'audit chain', JSON.stringify(values))}`;
}

/** `unknown-secret`: it was made with a secret that the site does not have, so nobody can tell. */
export type Verdict = 'valid' | 'invalid' | 'unknown-secret';

export function checkMac(keyring: Keyring, found: string, values: Values): Verdict {
  const keyId = /^([\w-]{8})\.[\w-]{43}$/.exec(found)?.[1];
  if (keyId === undefined) return 'invalid';
  const secret = keyring.find((one) => keyIdOf(one) === keyId);
  if (secret === undefined) return 'unknown-secret';
  return isSameText(mac(secret, values), found) ? 'valid' : 'invalid';
}

function keyIdOf(secret: string): string {
  return sign([secret], 'audit key', '').slice(0, 8);
}

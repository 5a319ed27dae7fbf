import type { Selectable } from 'kysely';
import { keyedHash, knownSecrets, type Secrets } from '#server/accounts/keyed-hash.ts';
import { isSameText } from '#server/accounts/same-text.ts';
import type { AuditHeadTable, AuditTable } from '#server/database/schema.ts';

export type AuditLine = Selectable<AuditTable>;
export type AuditHead = Omit<Selectable<AuditHeadTable>, 'id'>;

/** `unknown-secret`: it was made with a secret that the site does not have, so nobody can tell. */
export type Verdict = 'valid' | 'invalid' | 'unknown-secret';

/**
 * Stands for an account, a submission or a session in a line: with the secret one can tell whether it is that of a
 * known id, without it nothing.
 */
export function hashedId(secret: string, kind: 'subject' | 'session', id: string): string {
  return keyedHash(secret, kind === 'subject' ? 'audit' : 'audit session', id).slice(0, 22);
}

/** The link of a line that has no place yet. */
export function signLine(secret: string, line: Omit<AuditLine, 'seq' | 'link'>): string {
  return mac(secret, 'audit line', wordsOf(line));
}

export function checkSignature(secrets: Secrets, line: AuditLine): Verdict {
  return check(secrets, line.link, 'audit line', wordsOf(line));
}

export function linkOf(secret: string, line: Omit<AuditLine, 'link'>, previousLink: string): string {
  return mac(secret, 'audit link', [previousLink, line.seq, ...wordsOf(line)]);
}

export function checkLink(secrets: Secrets, line: AuditLine, previousLink: string): Verdict {
  return check(secrets, line.link, 'audit link', [previousLink, line.seq, ...wordsOf(line)]);
}

export function sealOf(secret: string, head: Omit<AuditHead, 'seal'>): string {
  return mac(secret, 'audit head', placesOf(head));
}

export function checkHead(secrets: Secrets, head: AuditHead): Verdict {
  return check(secrets, head.seal, 'audit head', placesOf(head));
}

const wordsOf = ({ id, at, action, detail, actor, subject, session }: Omit<AuditLine, 'seq' | 'link'>) => [
  id,
  at,
  action,
  detail,
  actor,
  subject,
  session,
];
const placesOf = ({ seq, link, first_seq, before_first }: Omit<AuditHead, 'seal'>) => [
  seq,
  link,
  first_seq,
  before_first,
];

/** An HMAC behind a name of its secret. Each link covers the one before, so nobody can change that name later. */
function mac(secret: string, purpose: string, values: readonly (string | number | null)[]): string {
  return `${keyIdOf(secret)}.${keyedHash(secret, purpose, JSON.stringify(values))}`;
}

const MAC = /^([\w-]{8})\.[\w-]{43}$/;

function check(
  secrets: Secrets,
  found: string,
  purpose: string,
  values: readonly (string | number | null)[],
): Verdict {
  const keyId = MAC.exec(found)?.[1];
  if (keyId === undefined) return 'invalid';
  const secret = knownSecrets(secrets).find((one) => keyIdOf(one) === keyId);
  if (secret === undefined) return 'unknown-secret';
  return isSameText(mac(secret, purpose, values), found) ? 'valid' : 'invalid';
}

function keyIdOf(secret: string): string {
  return keyedHash(secret, 'audit key', '').slice(0, 8);
}

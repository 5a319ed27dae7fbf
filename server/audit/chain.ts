import type { Selectable } from 'kysely';
import type { AuditHeadTable, AuditTable } from '#server/database/schema.ts';
import { isSameText, type Keyring, sign } from '#server/settings/keyring.ts';

/** A line that has a place in the chain. */
export type AuditLine = Selectable<AuditTable> & { readonly seq: number };
export type AuditHead = Selectable<AuditHeadTable>;

/**
 * Stands for an account, a submission or a session in a line: with the secret one can tell whether it is that of a
 * known id, without it nothing.
 */
export function hashedId(secret: string, kind: 'subject' | 'session', id: string): string {
  return sign([secret], kind === 'subject' ? 'audit' : 'audit session', id).slice(0, 22);
}

/** Says which secret a line was made with, and is of no use for guessing it. */
export function keyIdOf(secret: string): string {
  return sign([secret], 'audit key', '').slice(0, 8);
}

/** The secret that this id stands for; `undefined` when the site no longer has it. */
export function secretOfKey(keyring: Keyring, keyId: string): string | undefined {
  return keyring.find((one) => keyIdOf(one) === keyId);
}

/** HMAC over all that a line says, and over the link before it. */
export function linkOf(secret: string, line: Omit<AuditLine, 'link'>): string {
  const { seq, id, at, action, detail, actor, subject, session, key_id, previous_link } = line;
  return sign(
    [secret],
    'audit link',
    JSON.stringify([previous_link, seq, id, at, action, detail, actor, subject, session, key_id]),
  );
}

/** Whether a line is as the site wrote it. False also when its secret is not known. */
export function isProven(keyring: Keyring, line: AuditLine): boolean {
  const secret = secretOfKey(keyring, line.key_id);
  return secret !== undefined && isSameText(linkOf(secret, line), line.link);
}

export function sealOf(secret: string, head: Omit<AuditHead, 'seal'>): string {
  const { seq, link, first_seq, before_first, key_id } = head;
  return sign([secret], 'audit head', JSON.stringify([seq, link, first_seq, before_first, key_id]));
}

/** The head as it is before the first line was ever written, as the migration left it. */
function isUntouched({ seq, link, first_seq, before_first, key_id, seal }: AuditHead): boolean {
  return seq === 0 && first_seq === 1 && `${link}${before_first}${key_id}${seal}` === '';
}

/**
 * Whether a head is as the site left it. `unknown-key`: it was sealed with a secret that the site no longer has, so
 * nobody can tell.
 */
export function judgeHead(keyring: Keyring, head: AuditHead): 'whole' | 'unknown-key' | 'forged' {
  if (isUntouched(head)) return 'whole';
  const secret = secretOfKey(keyring, head.key_id);
  if (secret === undefined) return 'unknown-key';
  return isSameText(sealOf(secret, head), head.seal) ? 'whole' : 'forged';
}

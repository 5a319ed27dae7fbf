import { REASONS } from '#contract/reasons.ts';
import type { Feature } from '#server/feature.ts';
import type { AuditAction } from './action.ts';
import * as coreActions from './core-actions.ts';
import { isHashOfId } from './deletions.ts';
import type { AuditLine } from './record-action.ts';

type Audited = Pick<Feature, 'auditActions' | 'auditDetails'>;

/** What is audited by the core and by features. */
export function actionsOf(features: readonly Audited[]): readonly AuditAction[] {
  return [...Object.values(coreActions), ...features.flatMap(({ auditActions = [] }) => auditActions)];
}

/**
 * Tells what a line says was done, and why or how. The action of a feature that was taken out is told by its name, and a detail
 * without words as it is stored.
 */
export function createLineInWords(features: readonly Audited[]) {
  const actions = new Map(actionsOf(features).map((action) => [action.name, action]));
  const ofAll = Object.fromEntries(features.flatMap(({ auditDetails = {} }) => Object.entries(auditDetails)));
  return ({ action, detail }: Pick<AuditLine, 'action' | 'detail'>) => {
    const { words = action, details } = actions.get(action) ?? {};
    const codes: Readonly<Record<string, string>> = { ...ofAll, ...REASONS, ...details };
    const why = isHashOfId(detail) ? [] : detail.split(', ').map((code) => codes[code] ?? code);
    return { what: words, why: why.join('; ') };
  };
}

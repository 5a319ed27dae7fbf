import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '#server/settings/settings.ts';
import { FEATURE_ROUTES } from '#web/feature-routes.ts';
import { edit, ROOT, trackedFiles } from './files.ts';
import type { Removal } from './plan.ts';

/** Deployment files that name settings of features. The rest of `deploy/` is prose that a person must read again. */
const SETTINGS_OF_SITES = ['deploy/compose.yaml', 'deploy/site.env.example'];
const [ALERTS, ALERTS_TEST] = ['deploy/alerts.yaml', 'deploy/alerts-test.yaml'];
const DASHBOARD = 'deploy/grafana-dashboard.json';

const DOCUMENTS = /^(?:docs\/(?!decisions).*|deploy\/README|bench\/README|README|AGENTS)\.md$/;

/**
 * Removes deleted settings, limits, files and test ids from the documents that tests compare with the code. Returns the promises on
 * pages that no test proves any more, and marks each of them as one that only the owner can keep.
 */
export function rewriteDocuments(
  { features, left }: Removal,
  gone: readonly string[],
  lostIds: readonly string[],
): readonly string[] {
  const there = settingNames(left);
  const settings = settingNames(features).filter((name) => !there.includes(name));
  edit('docs/settings.md', (text) => withoutRows(text, settings));
  for (const file of SETTINGS_OF_SITES) edit(file, (text) => withoutSettings(text, settings));
  const seriesOf = (all: Removal['left']) =>
    all.flatMap(({ metrics = [] }) => metrics.map(({ name }) => name));
  const series = seriesOf(features).filter((name) => !seriesOf(left).includes(name));
  if (series.length > 0) {
    const names = new RegExp(`\\b(?:${series.join('|')})(?:_(?:bucket|sum|count))?\\b`);
    const alerts: string[] = [];
    edit(ALERTS, (text) => withoutAlerts(text, names, alerts));
    edit(ALERTS_TEST, (text) => withoutTriedAlerts(text, names, alerts));
    edit(DASHBOARD, (text) => withoutPanels(text, names));
  }
  const limits = features.flatMap(({ limits: all = {} }) => Object.keys(all));
  edit('docs/product.md', (text) => withoutRows(text, limits));
  const pages = FEATURE_ROUTES.filter(([, file]) => gone.includes(file)).map(([path]) => path);
  for (const file of trackedFiles()) {
    if (DOCUMENTS.test(file)) edit(file, (text) => withoutPaths(text, isGone(gone)));
    if (/^content\/.*\.md$/.test(file)) edit(file, (text) => withoutLinks(text, pages));
  }
  edit('docs/security-requirements.md', (text) => withoutIds(text, lostIds));
  const promises: string[] = [];
  edit('content/proofs.json', (text) => withoutProofs(text, lostIds, promises));
  return promises;
}

/** True for a path that was deleted, or a folder that is now empty. */
const isGone = (gone: readonly string[]) => (path: string) =>
  !existsSync(join(ROOT, path)) && gone.some((file) => file === path || file.startsWith(path));

/** A document without the table rows whose first cell names only removed things. */
function withoutRows(text: string, names: readonly string[]): string {
  return text.replace(/^\| (`\w+`(?:, `\w+`)*) \|.*\n/gm, (row, cell: string) =>
    [...cell.matchAll(/\w+/g)].every(([name]) => names.includes(name)) ? '' : row,
  );
}

/** A document without links to removed pages; the words of the links stay. */
const withoutLinks = (text: string, pages: readonly string[]) =>
  text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words: string, path: string) =>
    pages.includes(path) ? words : link,
  );

/** Removes lines such as `  NAME: value`, `NAME=value` and `#NAME=value`; deeper indents belong to other programs. */
function withoutSettings(text: string, names: readonly string[]): string {
  return text.replace(/^ {0,2}#?(\w+)(?:: |=).*\n/gm, (line, name: string) =>
    names.includes(name) ? '' : line,
  );
}

/** @param gone receives the names of the removed alerts */
function withoutAlerts(text: string, series: RegExp, gone: string[]): string {
  return text
    .split(/(?=^ *- alert: )/m)
    .filter((rule) => {
      const [, name] = /^ *- alert: (\w+)/.exec(rule) ?? [];
      if (name === undefined || !series.test(rule)) return true;
      gone.push(name);
      return false;
    })
    .join('');
}

function withoutTriedAlerts(text: string, series: RegExp, alerts: readonly string[]): string {
  const isGone = (line: string) =>
    (line.includes('- { series:') && series.test(line)) ||
    alerts.some((name) => line.includes(`alertname="${name}"`));
  return text
    .split('\n')
    .filter((line) => !isGone(line))
    .join('\n');
}

type Panel = { readonly targets?: readonly { readonly expr: string }[] };
function withoutPanels(text: string, series: RegExp): string {
  const dashboard: { panels: readonly Panel[] } = JSON.parse(text);
  dashboard.panels = dashboard.panels.filter(
    ({ targets = [] }) => !targets.some(({ expr }) => series.test(expr)),
  );
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

/** Removes table rows whose files are all deleted. In other text the name of a deleted file is no longer marked as code. */
function withoutPaths(text: string, gone: (path: string) => boolean): string {
  return text
    .split('\n')
    .filter((line) => {
      const paths = [...line.matchAll(/`([^`\s]+\/[^`\s]*)`/g)].map(([, path = '']) => path);
      const isRequirement = /^\| \d/.test(line);
      return !line.startsWith('| ') || isRequirement || paths.length === 0 || !paths.every(gone);
    })
    .join('\n')
    .replace(/`([^`\s]+)`/g, (quoted, path: string) => (gone(path) ? path : quoted));
}

function withoutIds(text: string, ids: readonly string[]): string {
  return text
    .replace(/`([PVA][\d.-]+)`(?:, )?/g, (quoted, id: string) => (ids.includes(id) ? '' : quoted))
    .replace(/, \|$/gm, ' |')
    .replace(/\| {2}\|$/gm, '| — |');
}

/** @param promises receives the sentences of content/proofs.json whose last test is removed */
function withoutProofs(text: string, ids: readonly string[], promises: string[]): string {
  const proofs: Record<string, Record<string, string | string[]>> = JSON.parse(text);
  for (const sentences of Object.values(proofs))
    for (const [sentence, proof] of Object.entries(sentences)) {
      const left = [proof].flat().filter((id) => !ids.includes(id));
      if (left.length === [proof].flat().length) continue;
      if (left.length === 0) promises.push(sentence);
      const [only = 'owner'] = left;
      sentences[sentence] = left.length > 1 ? left : only;
    }
  return `${JSON.stringify(proofs, null, 2)}\n`;
}

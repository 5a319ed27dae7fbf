import { table } from '../support/figures.ts';
import { isMet, type Limit, type Row, ratioOf } from './measurement.ts';

const HEAD = ['Target', 'Measured', 'Ours', 'Floor', 'Ratio', 'Limit', 'Met'] as const;

export function printedTable(rows: readonly Row[]): string {
  return table([HEAD, ...rows.map(cellsOf)]);
}

const BEGIN = '<!-- figures: written by `npm run bench` -->';
const END = '<!-- end of figures -->';

/** The document with the table of these rows between its two marks. Throws when it has not got them. */
export function documentTable(document: string, rows: readonly Row[]): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/performance.md has lost its marks.');
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  return `${before}${BEGIN}\n${lines.join('\n')}\n${END}${after}`;
}

function cellsOf(row: Row): readonly string[] {
  const { target, what, ours, floor, unit, limits } = row;
  return [
    target,
    what,
    `${figure(ours)} ${unit}`.trim(),
    floor === undefined ? '' : `${figure(floor.value)} ${unit} (${floor.name})`,
    ratioOf(row)?.toFixed(3) ?? '',
    limits.map(sayLimit).join(' or '),
    isMet(row) ? 'yes' : 'NO',
  ];
}

function sayLimit({ of, kind, value }: Limit): string {
  return `${kind === 'at most' ? '≤' : '≥'} ${value}${of === 'ratio' ? ' ×' : ''}`;
}

/** Three signs that count, as noise takes the rest. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}

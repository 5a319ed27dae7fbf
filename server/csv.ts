import { stringify } from 'csv-stringify/sync';
import { printable } from './printable-text.ts';

/** Rows for spreadsheets: no cell is a formula, or drives a terminal. */
export function csv(rows: readonly (readonly string[])[], bom = false): string {
  return stringify(
    // `escape_formulas` looks at the first character only: nothing that a spreadsheet skips may stand before it.
    rows.map((row) => row.map((cell) => printable(cell.trim()))),
    // A spreadsheet that splits at semicolons keeps the quoted `a;=1+1` in one cell.
    { bom, quoted: true, record_delimiter: 'windows', escape_formulas: true },
  );
}

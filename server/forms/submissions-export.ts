import { csvOfSubmissions } from './submissions-csv.ts';
import { jsonOfSubmissions } from './submissions-json.ts';

export const EXPORT_FORMATS = { csv: csvOfSubmissions, json: jsonOfSubmissions } as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** Read at once: a submission has up to a quarter of a megabyte (`BODY_LIMITS.form`). */
export const EXPORT_PAGE_SIZE = 100;

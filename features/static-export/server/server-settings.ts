import { BODY_LIMITS } from '#contract/limits.ts';
import { DISCOVERY, FORMS_API } from '#contract/paths.ts';
import { formsOf } from '#features/forms/server/form-definitions.ts';
import { bodyLimitOf } from '#features/forms/server/read-form.ts';
import type { Feature } from '#server/feature.ts';
import { CONNECTION_LIMITS } from '#server/http/create-server.ts';
import { type ExportedFile, pathsOfTheProcess } from './exported-files.ts';

/** Paths that a web server forwards to the Node process. `/metrics`, `/mailbox` and the health checks stay internal. */
function passedOn(features: readonly Feature[]) {
  const all = [
    '/api/',
    ...Object.values(FORMS_API).map((path) => path.slice(0, path.indexOf(':'))),
    ...pathsOfTheProcess(features),
    DISCOVERY.securityText,
    DISCOVERY.securityTextAtRoot,
    DISCOVERY.changePassword,
  ];
  return {
    folders: all.filter((path) => path.endsWith('/')),
    paths: all.filter((path) => !path.endsWith('/')),
  };
}

const MADE = '# Made by `npm run export`; made again, it is overwritten.';

/**
 * Matches paths that end with a slash or have capital letters, because the process may redirect them to a page. Paths with a dot
 * are files, whose names may have capital letters.
 */
const ALMOST_A_PAGE = '(./|^/[^.]*[A-Z][^.]*)$';

function headersOf(files: readonly ExportedFile[]) {
  const names = [...new Set(files.flatMap(({ headers }) => Object.keys(headers)))].sort();
  const rows = names.map((name) => ({
    name,
    files: files.flatMap((file) => {
      const value = file.headers[name];
      return value === undefined ? [] : [[file, value] as const];
    }),
  }));
  const isOfAll = ({ files: have }: (typeof rows)[number]) =>
    have.length === files.length && new Set(have.map(([, value]) => value)).size === 1;
  return {
    ofAll: rows.filter(isOfAll).map(({ name, files: [first] }) => [name, first?.[1] ?? ''] as const),
    ofSome: rows.filter((row) => !isOfAll(row)),
  };
}

/** A `_headers` file for Netlify and Cloudflare Pages. They serve `/about` from `about.html`, and unknown paths from `404.html`. */
export function staticHostHeaders(files: readonly ExportedFile[]): string {
  const { ofAll } = headersOf(files);
  const common = new Set(ofAll.map(([name]) => name));
  const block = (path: string, headers: readonly (readonly [string, string])[]) =>
    [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const own = files.map(({ path, name, headers }) =>
    block(
      path ?? name,
      Object.entries(headers).filter(([header]) => !common.has(header)),
    ),
  );
  return `${MADE}\n${[block('/*', ofAll), ...own].join('\n')}\n`;
}

/** Quotes a header value. Throws for characters that nginx or Caddy would interpret within quotes. */
function quoted(value: string): string {
  if (/["\\$\r\n{}]/.test(value.replaceAll('"', '')))
    throw new Error(`This header value cannot be written into the settings: ${value}`);
  return `"${value.replaceAll('"', '\\"')}"`;
}

const variableOf = (header: string) => `$site_${header.replaceAll('-', '_')}`;

/** Settings for nginx's `http { }`: maps that give each file its headers. nginx omits a header with an empty value. */
export function nginxMaps(files: readonly ExportedFile[]): string {
  const maps = headersOf(files).ofSome.map(({ name, files: have }) =>
    [
      `map $uri ${variableOf(name)} {`,
      '\tdefault "";',
      ...have.map(([file, value]) => `\t${quoted(file.name)} ${quoted(value)};`),
      '}',
    ].join('\n'),
  );
  return `${MADE}\nmap_hash_bucket_size 256;\nmap_hash_max_size 8192;\n${maps.join('\n')}\n`;
}

/**
 * Settings for nginx's `server { }`. The operator adds `upstream site` (the Node processes), certificates and host names.
 *
 * @param root the folder of the exported files
 */
export function nginxServer(
  files: readonly ExportedFile[],
  root: string,
  features: readonly Feature[],
): string {
  const { folders, paths } = passedOn(features);
  const { ofAll, ofSome } = headersOf(files);
  const headers = [
    ...ofAll.map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    // Leaves content-type out, because nginx sets it by the file name, and would send the header twice.
    ...ofSome
      .filter(({ name }) => name !== 'content-type')
      .map(({ name }) => `add_header ${name} ${variableOf(name)} always;`),
  ];
  const largestBody = Math.max(...Object.values(BODY_LIMITS), ...formsOf({ features }).map(bodyLimitOf));
  const types = typesOf(files).map(([extension, type]) => `\t${type} ${extension};`);
  // Leaves HTML out, because nginx always sets the charset of HTML, and warns if HTML is listed again.
  const charsetTypes = [
    ...new Set(files.flatMap(({ headers }) => textTypeOf(headers['content-type'] ?? ''))),
  ];
  const { headersTimeout, requestTimeout, maxHeaderSize } = CONNECTION_LIMITS;
  const inFiles = headers.map((line) => `\t${line}`).join('\n');
  const passed = [
    ...folders.map((path) => `location ^~ ${path} { proxy_pass http://site; }`),
    ...paths.map((path) => `location = ${path} { proxy_pass http://site; }`),
  ];
  return `${MADE}
root ${quoted(root)};
types {
${types.join('\n')}
}
charset utf-8;
charset_types ${charsetTypes.join(' ')};
gzip_static on;
# Two slashes are another path, as the process sees it.
merge_slashes off;
server_tokens off;
client_max_body_size ${largestBody};
# No longer than what the processes allow.
client_header_timeout ${headersTimeout / 1_000}s;
client_body_timeout ${requestTimeout / 1_000}s;
large_client_header_buffers 4 ${maxHeaderSize / 1_024}k;
proxy_http_version 1.1;
proxy_read_timeout 35s;
proxy_set_header Host $http_host;
proxy_set_header Connection "";
# Written anew, with the visitor's address alone: nothing of a stranger's is passed on.
proxy_set_header X-Forwarded-For $remote_addr;
proxy_set_header X-Forwarded-Proto $scheme;
error_page 404 /404.html;
# Other methods are for the process, which says what is allowed.
error_page 418 = @process;
location @process { proxy_pass http://site; }
${passed.join('\n')}
location = / {
	if ($request_method !~ ^(GET|HEAD)$) { return 418; }
${inFiles}
	try_files /index.html =404;
}
location = /404.html {
	internal;
${inFiles}
}
# The process knows whether there is a page without the slash, or in small letters.
location ~ ${ALMOST_A_PAGE} { proxy_pass http://site; }
location / {
	if ($request_method !~ ^(GET|HEAD)$) { return 418; }
	if ($request_uri ~ ^[^?]*\\.html(\\?|$)) { return 404; }
${inFiles}
	try_files $uri.html $uri =404;
}
`;
}

function textTypeOf(contentType: string): string[] {
  const [type = '', charset] = contentType.split(';', 2);
  return charset === undefined || type === 'text/html' ? [] : [type];
}

function typesOf(files: readonly ExportedFile[]): (readonly [extension: string, type: string])[] {
  const types = new Map(
    files.map(({ name, headers }) => [
      name.slice(name.lastIndexOf('.') + 1),
      (headers['content-type'] ?? '').split(';', 1)[0] ?? '',
    ]),
  );
  return [...types].sort();
}

/** A snippet for Caddy, used as `import exported`. The operator defines the snippet `processes`, which forwards to Node. */
export function caddySnippet(
  files: readonly ExportedFile[],
  root: string,
  features: readonly Feature[],
): string {
  const { folders, paths } = passedOn(features);
  const { ofAll, ofSome } = headersOf(files);
  // With `defer`, these headers replace those that Caddy itself sets.
  const set = (matcher: string, headers: readonly (readonly [string, string])[]) =>
    [
      `header ${matcher} {`,
      '\tdefer',
      ...headers.map(([name, value]) => `\t${name} ${quoted(value)}`),
      '}',
    ].join('\n');
  const rules = ofSome.flatMap(({ name, files: have }) =>
    [...Map.groupBy(have, ([, value]) => value)].flatMap(([value, same], at) => {
      const paths = same.flatMap(([{ path }]) => (path === undefined ? [] : [quoted(path)]));
      const matcher = `@${name}-${at}`;
      return paths.length === 0 ? [] : [`${matcher} path ${paths.join(' ')}`, set(matcher, [[name, value]])];
    }),
  );
  const missing = files.find(({ path }) => path === undefined);
  return `${MADE}
(exported) {
\troot * ${quoted(root)}
\t@passed path ${[...folders.map((path) => `${path}*`), ...paths].join(' ')}
\thandle @passed {
\t\timport processes
\t}
\t# The process knows which methods are allowed, and whether there is a page without the slash, or in small letters.
\t@others not method GET HEAD
\thandle @others {
\t\timport processes
\t}
\t@almost path_regexp ${ALMOST_A_PAGE}
\thandle @almost {
\t\timport processes
\t}
\troute {
\t\t@file path *.html
\t\terror @file 404
${indented(set('*', ofAll), 2)}
${rules.map((rule) => indented(rule, 2)).join('\n')}
\t\trewrite / /index.html
\t\ttry_files {path}.html {path}
\t\tfile_server {
\t\t\tprecompressed br gzip
\t\t}
\t}
\thandle_errors {
\t\t@missing expression {err.status_code} == 404
\t\thandle @missing {
${indented(set('*', Object.entries(missing?.headers ?? {})), 3)}
\t\t\trewrite * /404.html
\t\t\tfile_server {
\t\t\t\tprecompressed br gzip
\t\t\t}
\t\t}
\t}
}
`;
}

function indented(text: string, tabs: number): string {
  return text.replaceAll(/^/gm, '\t'.repeat(tabs));
}

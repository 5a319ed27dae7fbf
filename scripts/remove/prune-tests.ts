import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';

/** The removed code, and the names by which a test could refer to it. */
export type Gone = {
  /** The text of each removed file. */
  readonly files: ReadonlyMap<string, string>;
  /** Matches code that names another removed thing, such as a table or a setting. */
  readonly named: RegExp | undefined;
};

/** A node of a syntax tree (ESTree). */
type Node = Span & { readonly type: string } & Readonly<Record<string, unknown>>;
type Span = { readonly start: number; readonly end: number };
type Names = ReadonlySet<string>;
type Module = {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Node[];
  readonly code: readonly Node[];
  /** The names of removed imports and declarations. */
  readonly gone: Set<string>;
};

/**
 * Removes test cases that use removed code, and helpers that only they used: single cases of a table, single tests of a
 * group, and unused declarations. Imports that are unused afterwards stay: the linter removes them.
 *
 * @param files the text of each test, and of each file that only tests import
 * @param isShared whether the exports of a file are only for tests
 * @param others code that also imports these files and stays unchanged
 * @returns the new texts; undefined for a file that is left without a test
 */
export function pruneTests(
  files: ReadonlyMap<string, string>,
  gone: Gone,
  isShared: (file: string) => boolean,
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | undefined> {
  const modulesOf = (texts: ReadonlyMap<string, string>) =>
    [...texts].map(([file, text]) => parse(file, text));
  const tests = modulesOf(files);
  const untouched = [...modulesOf(others), parse('fixtures.ts', usesOfFixtures([...files.keys()]))];
  const modules = new Map(tests.map((module) => [module.file, module]));
  const removed = new Set<Node>();
  const touched = new Set<Module>();
  for (let size = -1; size !== removed.size; ) {
    size = removed.size;
    for (const module of tests)
      noteIfChanged(module, () => {
        noteGoneImports(module);
        for (const node of module.code) prune(node, module, module.gone);
      });
    const imported = importedNames([...tests.filter(isKept), ...untouched], removed);
    for (const module of tests)
      if (touched.has(module) || isShared(module.file))
        noteIfChanged(module, () => removeUnused(module, imported.get(module.file) ?? new Set()));
  }
  return new Map([...touched].map((module) => [module.file, textOf(module)]));

  function noteIfChanged(module: Module, work: () => void): void {
    const before = removed.size;
    work();
    if (removed.size > before) touched.add(module);
  }

  function noteGoneImports({ file, imports, gone: names }: Module): void {
    for (const node of imports) {
      const from = sourceOf(node, file);
      const specifiers = childrenOf(node, 'specifiers');
      if (specifiers.length === 0 && gone.files.has(from)) removed.add(node);
      for (const specifier of specifiers)
        if (gone.files.has(from) || modules.get(from)?.gone.has(importedName(specifier)))
          names.add(nameOf(specifier.local));
    }
  }

  /** Removes a statement or an element that uses removed code, or only those parts of it that use removed code. */
  function prune(node: Node, module: Module, names: Set<string>): void {
    if (removed.has(node) || !usesGone(node, module, names)) return;
    const { container, parts } = partsOf(node);
    if (container !== undefined && !usesGone(node, module, names, container)) {
      const isBlock = container.type === 'BlockStatement';
      const inside = new Set(names);
      for (let size = -1; size !== removed.size; ) {
        size = removed.size;
        for (const part of parts) {
          if (isBlock) prune(part, module, inside);
          else if (usesGone(part, module, inside)) removed.add(part);
          if (isBlock && removed.has(part)) for (const name of declaredBy(part)) inside.add(name);
        }
      }
      const left = parts.filter((part) => !removed.has(part));
      if (isBlock ? left.some(isTest) : left.length > 0) return;
    }
    removed.add(node);
    for (const name of declaredBy(node)) names.add(name);
  }

  /** @param except a part of the node that is ignored */
  function usesGone(node: Node, { text }: Module, names: Names, except?: Node): boolean {
    const used = namesIn(node, removed, except);
    if ([...names].some((name) => used.has(name))) return true;
    const whole = rendered(text, node, removed);
    const code = withoutComments(
      except === undefined ? whole : text.slice(node.start, except.start) + text.slice(except.end, node.end),
    );
    const imported = [...code.matchAll(/import\('#([^']+)'\)/g)].map(([, file = '']) => file);
    const isGone = (file: string) =>
      gone.files.has(file) || declaredBy(node).some((name) => modules.get(file)?.gone.has(name));
    return gone.named?.test(code) === true || imported.some(isGone);
  }

  function removeUnused(module: Module, imported: Names): void {
    const isImported = (name: string) => !isShared(module.file) || imported.has(name);
    for (const siblings of [module.code, ...(touched.has(module) ? groupsIn(module.code) : [])])
      for (const node of siblings) {
        const names = declaredBy(node);
        const isExported = node.type === 'ExportNamedDeclaration';
        if (removed.has(node) || names.length === 0 || (isExported && names.some(isImported))) continue;
        const used = namesIn(siblings, removed, node);
        if (!names.some((name) => used.has(name))) removed.add(node);
      }
  }

  /** False for a file that is left without a test, or without code. */
  function isKept(module: Module): boolean {
    const left = module.code.filter((node) => !removed.has(node));
    return !touched.has(module) || (isShared(module.file) ? !left.every(isGlobal) : left.some(isTest));
  }

  function textOf(module: Module): string | undefined {
    if (!isKept(module)) return undefined;
    const { text, imports, code } = module;
    return renderedList(text, { start: 0, end: text.length }, [...imports, ...code], removed);
  }
}

/** Code that uses the fixtures of features. `scripts/make-fixture.ts` finds them by the names of their files, without imports. */
const usesOfFixtures = (files: readonly string[]) =>
  files
    .filter((file) => file.startsWith('features/') && file.endsWith('/testing/fixture.ts'))
    .map((file, at) => `import { FIXTURE as fixture${at} } from '#${file}';\nfixture${at};\n`)
    .join('');

function parse(file: string, text: string): Module {
  const statements = parseSync(file, text).program.body as unknown as readonly Node[];
  const isImport = ({ type }: Node) => type === 'ImportDeclaration';
  const code = statements.filter((node) => !isImport(node));
  return { file, text, imports: statements.filter(isImport), code, gone: new Set() };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const childrenOf = (node: Node, key: string) => ((node[key] ?? []) as readonly unknown[]).filter(isNode);
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : '');
const withoutComments = (code: string) => code.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

/** The identifiers in code, without names of properties. */
function namesIn(code: Node | readonly Node[], removed: ReadonlySet<Node>, except?: Node): Names {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value) || removed.has(value) || value === except) return;
    if (value.type === 'Identifier') names.add(nameOf(value));
    for (const [key, child] of Object.entries(value))
      if (value.computed === true || (key !== 'property' && key !== 'key')) visit(child);
  };
  visit(code);
  return names;
}

/** True for `declare global`, which stays while the file has other code. */
const isGlobal = ({ type }: Node) => /^TS(?:Module|Global)Declaration$/.test(type);

/** The names that a declaration introduces. */
function declaredBy(node: Node): readonly string[] {
  if (node.type === 'ExportNamedDeclaration')
    return isNode(node.declaration) ? declaredBy(node.declaration) : [];
  if (node.type === 'VariableDeclaration')
    return childrenOf(node, 'declarations').flatMap(({ id }) => inPattern(id));
  if (isGlobal(node)) return [];
  return /Declaration$/.test(node.type) && nameOf(node.id) !== '' ? [nameOf(node.id)] : [];
}

function inPattern(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  const inside = [pattern.value, pattern.left, pattern.argument, pattern.properties, pattern.elements];
  return inside.flat().flatMap(inPattern);
}

/** The words before the arguments of a call: `test` and `each` for `test.each([…])('…', …)`. */
function wordsOf(node: Node): readonly string[] {
  let at: unknown = node.type === 'ExpressionStatement' ? node.expression : undefined;
  const words: string[] = [];
  while (isNode(at) && at.type !== 'Identifier') {
    if (at.type === 'MemberExpression') words.unshift(nameOf(at.property));
    at = at.callee ?? at.object ?? at.tag;
  }
  return [nameOf(at), ...words];
}

function isTest(node: Node): boolean {
  const [first = '', ...words] = wordsOf(node);
  const isHook = words.some((word) => /^(?:use|configure|(?:before|after)(?:All|Each))$/.test(word));
  return /^(?:test|it|describe)(?:OnSqlite)?$/.test(first) && !isHook;
}

/** The parts of a statement that can be removed one by one: the tests of a group, the elements of a table. */
function partsOf(node: Node): { readonly container?: Node; readonly parts: readonly Node[] } {
  const call = node.expression;
  if (isTest(node) && isNode(call)) {
    const body = childrenOf(call, 'arguments').at(-1)?.body;
    if (
      wordsOf(node).some((word) => word.startsWith('describe')) &&
      isNode(body) &&
      body.type === 'BlockStatement'
    )
      return { container: body, parts: childrenOf(body, 'body') };
    const table = isNode(call.callee) ? childrenOf(call.callee, 'arguments')[0] : undefined;
    if (table?.type === 'ArrayExpression') return { container: table, parts: childrenOf(table, 'elements') };
  }
  const declaration = isNode(node.declaration) ? node.declaration : node;
  let value: unknown = childrenOf(declaration, 'declarations')[0]?.init;
  while (isNode(value) && /^TS(?:As|Satisfies)Expression$/.test(value.type)) value = value.expression;
  if (!isNode(value) || !/^(?:Array|Object)Expression$/.test(value.type)) return { parts: [] };
  return { container: value, parts: [...childrenOf(value, 'elements'), ...childrenOf(value, 'properties')] };
}

/** The contents of all groups of tests. */
function groupsIn(nodes: readonly Node[]): readonly (readonly Node[])[] {
  return nodes.flatMap((node) => {
    const { container, parts } = partsOf(node);
    return container?.type === 'BlockStatement' ? [parts, ...groupsIn(parts)] : [];
  });
}

function sourceOf({ source }: Node, file: string): string {
  const path = isNode(source) ? String(source.value) : '';
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : path.replace(/^#/, '');
}

const importedName = (specifier: Node) =>
  isNode(specifier.imported) ? nameOf(specifier.imported) : specifier.type;

/** For each file, the names of its exports that the code of other files uses. */
function importedNames(modules: readonly Module[], removed: ReadonlySet<Node>): ReadonlyMap<string, Names> {
  const imported = new Map<string, Set<string>>();
  for (const { file, imports, code } of modules) {
    const used = namesIn(code, removed);
    for (const node of imports)
      for (const specifier of childrenOf(node, 'specifiers'))
        if (used.has(nameOf(specifier.local))) {
          const names = imported.get(sourceOf(node, file)) ?? new Set();
          imported.set(sourceOf(node, file), names.add(importedName(specifier)));
        }
  }
  return imported;
}

/** The text of a node without its removed parts. */
function rendered(text: string, node: Node, removed: ReadonlySet<Node>): string {
  const { container, parts } = partsOf(node);
  if (container === undefined) return text.slice(node.start, node.end);
  const inside = { start: container.start + 1, end: container.end };
  return (
    text.slice(node.start, inside.start) +
    renderedList(text, inside, parts, removed) +
    text.slice(container.end, node.end)
  );
}

/** Statements or elements, each with the comments before it. */
function renderedList(
  text: string,
  { start, end }: Span,
  nodes: readonly Node[],
  removed: ReadonlySet<Node>,
) {
  let list = '';
  let from = start;
  for (const node of nodes) {
    const lead = text.slice(from, node.start);
    const code = removed.has(node) ? '' : rendered(text, node, removed);
    if (code !== '') list += (list === '' ? lead.replace(/^\s*,/, '') : lead) + code;
    from = node.end;
  }
  return list + text.slice(from, end);
}

import { dirname, join, normalize } from 'node:path';

/** The code that was removed, by the names that a test could use for it. */
export type Gone = {
  /** The text of each removed file. */
  readonly files: ReadonlyMap<string, string>;
  /** Matches code that names another removed thing, such as a table or a setting. */
  readonly named: RegExp | undefined;
};

type Change = ReadonlyMap<string, string | undefined>;

/**
 * Removes test cases that use removed code, and helpers that only they used: single cases of a table, single tests of a
 * group, and unused declarations. It relies on the lines and indents that the formatter makes.
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
): Change {
  const modules = new Map([...files].map(([file, text]) => [file, readModule(file, text)] as const));
  const elsewhere = importedIn([...others].map(([file, text]) => readModule(file, text)));
  const removed = [...gone.files].map(([file, text]) => readModule(file, text));
  const before = importedIn([...modules.values(), ...removed]);
  const touched = new Set<string>();
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const module of modules.values())
      if (pruneModule(module, gone, modules)) {
        touched.add(module.file);
        isMore = true;
      }
    if (dropUnused(modules, touched, isShared, before, elsewhere)) isMore = true;
  }
  return new Map(
    [...touched].map((file) => {
      const blocks = modules.get(file)?.blocks ?? [];
      const isEmpty = isShared(file)
        ? !blocks.some((block) => !block.isImport)
        : !blocks.some(({ lines }) => isTest(lines));
      return [
        file,
        isEmpty
          ? undefined
          : `${blocks
              .flatMap(({ lines }) => lines)
              .join('\n')
              .trimEnd()}\n`,
      ] as const;
    }),
  );
}

/** A statement and the comment before it. */
type Block = { readonly lines: readonly string[]; readonly isImport: boolean };
type Module = { readonly file: string; blocks: Block[]; readonly gone: Set<string> };

function readModule(file: string, text: string): Module {
  const blocks = blocksOf(text.trimEnd().split('\n'), 0).map((lines) => ({
    lines,
    isImport: lines.some((line) => line.startsWith('import ')),
  }));
  return { file, blocks, gone: new Set() };
}

/** Splits code into statements or elements at an indent. Closing lines belong to the block before, comments to the one after. */
function blocksOf(lines: readonly string[], indent: number): string[][] {
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const starts =
      line.length > indent && !/^\s/.test(line.slice(indent)) && !/^[}\])`]/.test(line.slice(indent));
    const isComment = /^(?:\/\/|\/\*\*| \*)/.test(line.slice(indent));
    const last = blocks.at(-1);
    if (last === undefined || (starts && !isOpen)) blocks.push([line]);
    else last.push(line);
    if (starts || isComment) isOpen = isComment;
  }
  return blocks;
}

const codeOf = (lines: readonly string[]) =>
  lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n');
/** The identifiers in code, without property names, quoted text and regular expressions. */
const namesIn = (code: string) =>
  new Set(
    code
      .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
      .replace(/(?<=[=(,] ?)\/(?:[^/\\\n]|\\.)+\//g, '')
      .match(/(?<![\w$])(?<!(?<!\.)\.)[A-Za-z_$][\w$]*(?![\w$]|:)/g) ?? [],
  );
const isTest = (lines: readonly string[]) =>
  /^\s*(?:test|it|describe)\b(?!\.(?:use|before|after|describe\.configure))/m.test(codeOf(lines));

function declaredBy(lines: readonly string[]): readonly string[] {
  const code = codeOf(lines).trimStart();
  const [, single, several] =
    /^(?:export )?(?:async )?(?:declare )?(?:const|let|function\*?|type|interface|class) (?:([\w$]+)|[{[]([^=]*)[}\]])/.exec(
      code,
    ) ?? [];
  return single !== undefined ? [single] : ((several ?? '').match(/(?<![\w$])[\w$]+(?![\w$]|\s*:)/g) ?? []);
}

/** Removes code that uses removed names from a module. Returns whether anything was removed. */
function pruneModule(module: Module, gone: Gone, modules: ReadonlyMap<string, Module>): boolean {
  const uses = (names: ReadonlySet<string>) => (lines: readonly string[]) => {
    const code = codeOf(lines);
    const imported = [...code.matchAll(/import\('#([^']+)'\)/g)].map(([, file = '']) => file);
    const isGone = (file: string) =>
      gone.files.has(file) || declaredBy(lines).some((name) => modules.get(file)?.gone.has(name));
    if (imported.some(isGone)) return true;
    return gone.named?.test(code) === true || [...namesIn(code)].some((name) => names.has(name));
  };
  let isChanged = false;
  module.blocks = module.blocks.flatMap((block) => {
    const left = block.isImport
      ? pruneImport(block.lines, module, gone, modules)
      : pruneBlock(block.lines, 0, module.gone, uses);
    if (left === block.lines) return block;
    isChanged = true;
    if (left === undefined) for (const name of declaredBy(block.lines)) module.gone.add(name);
    return left === undefined ? [] : { ...block, lines: left };
  });
  return isChanged;
}

function pruneImport(
  lines: readonly string[],
  module: Module,
  gone: Gone,
  modules: ReadonlyMap<string, Module>,
): readonly string[] | undefined {
  const text = lines.join('\n');
  const file = sourceOf(module.file, text);
  const names = importedNames(text);
  const there = (name: string) =>
    !gone.files.has(file) && modules.get(file)?.gone.has(exported(name)) !== true;
  const left = names.filter(there);
  const namespace = /\* as (\w+)/.exec(text)?.[1];
  if (gone.files.has(file))
    for (const name of [...names.map(localName), namespace ?? '']) module.gone.add(name);
  for (const name of names) if (!left.includes(name)) module.gone.add(localName(name));
  if (gone.files.has(file) || (names.length > 0 && left.length === 0)) return undefined;
  return left.length === names.length ? lines : [withNames(text, left)];
}

/** The names in the braces of an import, as written: `type A as B`. */
const importedNames = (text: string) =>
  (/\{([^}]*)\}/.exec(text)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
const withNames = (text: string, names: readonly string[]) =>
  text.replace(/\{[^}]*\}/, `{ ${names.join(', ')} }`);
const localName = (name: string) => name.replace(/^type /, '').replace(/.* as /, '');
const exported = (name: string) => name.replace(/^type /, '').replace(/ as .*/, '');

type Uses = (names: ReadonlySet<string>) => (lines: readonly string[]) => boolean;

/** What is left of a statement: the same lines if it uses nothing removed; undefined if all of it is removed. */
function pruneBlock(
  lines: readonly string[],
  indent: number,
  names: ReadonlySet<string>,
  uses: Uses,
): readonly string[] | undefined {
  if (!uses(names)(lines)) return lines;
  const first = lines.findIndex((line) => /[[{(]$/.test(line) && line.search(/\S/) === indent);
  const end = lines.findIndex(
    (line, at) => at > first && line.search(/\S/) === indent && /^\s*[}\])]/.test(line),
  );
  if (first < 0 || end < 0) return undefined;
  const opening = lines.slice(0, first + 1);
  const isGroup = /^\s*(?:test\.)?describe\b/.test(lines[first] ?? '');
  const isTable = /(?:= [[{]|\.each\(\[)$/.test(lines[first] ?? '');
  const rest = lines.slice(end);
  if ((!isGroup && !isTable) || uses(names)(opening) || uses(names)(rest)) return undefined;
  const local = new Set(names);
  let parts: (readonly string[])[] = blocksOf(lines.slice(first + 1, end), indent + 2);
  for (let isMore = true; isMore; ) {
    isMore = false;
    parts = parts.flatMap((part) => {
      const left = isGroup ? pruneBlock(part, indent + 2, local, uses) : uses(local)(part) ? undefined : part;
      if (left !== part) isMore = true;
      if (left === undefined) for (const name of isGroup ? declaredBy(part) : []) local.add(name);
      return left === undefined ? [] : [left];
    });
  }
  const isEmpty = isGroup ? !parts.some(isTest) : parts.length === 0;
  if (isGroup) parts = withoutUnused(parts);
  return isEmpty ? undefined : [...opening, ...parts.flat(), ...rest];
}

/** Removes from a test group the declarations that no remaining test uses. */
function withoutUnused(parts: readonly (readonly string[])[]): (readonly string[])[] {
  const used = (part: readonly string[]) => {
    const names = declaredBy(part).filter(Boolean);
    const rest = namesIn(parts.flatMap((other) => (other === part ? [] : codeOf(other))).join('\n'));
    return names.length === 0 || names.some((name) => rest.has(name));
  };
  const left = parts.filter(used);
  return left.length === parts.length ? left : withoutUnused(left);
}

type Imported = ReadonlyMap<string, ReadonlySet<string>>;

/** The names imported from each file. */
function importedIn(modules: Iterable<Module>): Imported {
  const imported = new Map<string, Set<string>>();
  for (const { file, blocks } of modules)
    for (const { lines, isImport } of blocks) {
      if (!isImport) continue;
      const from = sourceOf(file, lines.join('\n'));
      const names = imported.get(from) ?? new Set();
      for (const name of namesIn(codeOf(lines))) names.add(name);
      imported.set(from, names);
    }
  return imported;
}

function sourceOf(file: string, statement: string): string {
  const [, ours, near = ''] = /from '(?:#([^']+)|(\.[^']+))'/.exec(statement) ?? [];
  return ours ?? normalize(join(dirname(file), near));
}

/** Removes code that only the removed tests used. Returns whether there was any. */
function dropUnused(
  modules: ReadonlyMap<string, Module>,
  touched: Set<string>,
  isShared: (file: string) => boolean,
  before: Imported,
  elsewhere: Imported,
): boolean {
  let isChanged = false;
  const now = importedIn(
    [...modules.values()].filter(({ blocks }) => blocks.some((block) => !block.isImport)),
  );
  for (const module of modules.values()) {
    const { file } = module;
    if (!touched.has(file) && !isShared(file)) continue;
    const isImported = (name: string) =>
      !isShared(file) ||
      now.get(file)?.has(name) === true ||
      elsewhere.get(file)?.has(name) === true ||
      (!touched.has(file) && before.get(file)?.has(name) !== true);
    const isUsed = (block: Block) => {
      const names = declaredBy(block.lines).filter(Boolean);
      if (block.isImport || names.length === 0 || isTest(block.lines)) return true;
      if (/^export /m.test(codeOf(block.lines)) && names.some(isImported)) return true;
      const rest = module.blocks.filter((other) => other !== block && !other.isImport);
      const used = namesIn(rest.map(({ lines }) => codeOf(lines)).join('\n'));
      return names.some((name) => used.has(name));
    };
    const left = module.blocks.filter(isUsed);
    if (left.length !== module.blocks.length) touched.add(file);
    if (left.length !== module.blocks.length) isChanged = true;
    module.blocks = touched.has(file)
      ? left.flatMap((block) => (block.isImport ? usedImport(block, left) : block))
      : left;
  }
  return isChanged;
}

function usedImport(block: Block, all: readonly Block[]): readonly Block[] {
  const text = block.lines.join('\n');
  const rest = all.filter(({ isImport }) => !isImport);
  const used = namesIn(rest.map(({ lines }) => codeOf(lines)).join('\n'));
  const names = importedNames(text);
  const whole = /^import (\w+) from/m.exec(text)?.[1];
  if (whole !== undefined && !used.has(whole)) return [];
  if (names.length === 0) return [block];
  const left = names.filter((name) => used.has(localName(name)));
  if (left.length === 0) return [];
  return [left.length === names.length ? block : { ...block, lines: [withNames(text, left)] }];
}

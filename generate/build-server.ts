import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'build', 'server');

/**
 * Bundles the server and its packages into a few files, with the entry `build/server/main.mjs`, for `npm start`, `deploy/`
 * and tests that start the server (docs/decisions/0041). Throws when a module is missing.
 */
async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [sourceFolders(), onlyAscii()],
    // `pg-native` is not bundled: it is an optional dependency of `pg` that is not installed.
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: 'server/main.ts',
      target: 'node24',
      outDir: FOLDER,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          // Names and lines are kept for readable stack traces. Comments are removed, because Node keeps the source in memory.
          minify: false,
          comments: false,
        },
      },
    },
  });
}

/** Replaces `import.meta.dirname` by the source folder of each module, so that a bundled module still finds its files. */
function sourceFolders(): Plugin {
  return {
    name: 'source-folders',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: 'import.meta.dirname' },
      handler: (code, id) => {
        const place = relative(FOLDER, dirname(id)).split(sep).join('/');
        return {
          code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${place}')`),
          map: null,
        };
      },
    },
  };
}

/** Escapes non-ASCII characters: one character outside Latin-1 makes V8 store a whole source in two bytes per character. */
function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    renderChunk: (code) => ({
      // A character after a backslash is not escaped, because `\\u…` would mean a backslash and the plain text `u…`.
      code: code.replace(/(?<!\\)[^\0-\x7f]/gu, (letter) =>
        Array.from(
          { length: letter.length },
          (_, unit) => `\\u${letter.charCodeAt(unit).toString(16).padStart(4, '0')}`,
        ).join(''),
      ),
      map: null,
    }),
  };
}

await buildServer();

import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'build', 'server');

/**
 * Bundles the server and its packages into a few files, with the entry `build/server/main.mjs`, for `npm start`, `deploy/`
 * and tests of processes (docs/decisions/0041). Throws when a module is missing.
 */
async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [sourceFolders(), onlyAscii()],
    // An optional dependency of `pg`.
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
          // Readable stack traces need names and lines. Comments would only take memory, where Node keeps the source.
          minify: false,
          comments: false,
        },
      },
    },
  });
}

/** `import.meta.dirname` stays the folder of the source, so that modules find their files. */
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

/** V8 stores source with a character outside Latin-1 in two bytes per character, in memory as long as the site runs. */
function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    renderChunk: (code) => ({
      // After a backslash the escape would mean something else.
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

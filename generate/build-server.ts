import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'build', 'server');

/**
 * Puts the server and the packages that it needs into a few files, `build/server/main.mjs` first: what `npm start`,
 * `deploy/` and the tests of processes run (docs/decisions/0041). Throws when a module is missing or cannot be read.
 */
async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [placesOfTheSource(), onlyAscii()],
    // `pg` asks for the native one only where somebody wants it.
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
          // Names and lines stay: a stack trace is read by people. Comments go: Node keeps the text in memory.
          minify: false,
          comments: false,
        },
      },
    },
  });
}

/** A module finds the files beside it where its source is, from the bundle as well. */
function placesOfTheSource(): Plugin {
  return {
    name: 'places-of-the-source',
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

/** V8 keeps a file with one letter from outside Latin-1 at two bytes a letter, and these files are in memory as long as the site runs. */
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

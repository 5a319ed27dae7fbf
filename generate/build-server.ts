import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'build', 'server');

/**
 * Bundles the server and its packages into a few files, `build/server/main.mjs` first. `npm start`, `deploy/` and the tests of processes
 * run them (docs/decisions/0041). Throws when a module is missing or cannot be read.
 */
async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [placesOfTheSource(), onlyAscii()],
    // `pg` loads the native driver only on request.
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
          // Names and lines stay, so that people can read stack traces. Comments go: Node keeps the text in memory.
          minify: false,
          comments: false,
        },
      },
    },
  });
}

/** Keeps `import.meta.dirname` at the folder of the source, so that a module still finds the files beside it. */
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

/** One character outside Latin-1 makes V8 keep a whole file at two bytes a character, for as long as the site runs. */
function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    renderChunk: (code) => ({
      // Behind a backslash the escape would have another meaning.
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

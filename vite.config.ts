import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { PLANS } from './content/pricing.ts';
import { COMMON_PASSWORDS } from './contract/limits.ts';
import { hindiLetters } from './generate/letters/hindi-letters.ts';
import { markdownModules } from './generate/markdown/markdown-plugin.ts';

/** `Host` is passed on unchanged, because the server builds the return address for sign-in providers from it. */
const api = { target: `http://127.0.0.1:${process.env.API_PORT ?? 3001}`, changeOrigin: false };

/**
 * Files made by `generate/build-seo.ts`, and paths that the server itself answers. The development server gets both from the API
 * server.
 */
const FROM_BUILD =
  '^/(share/|icons/|\\.well-known/|(favicon\\.(ico|svg)|apple-touch-icon\\.png|site\\.webmanifest|sitemap\\.xml|(robots|llms|security)\\.txt)$)';

/** Code that must never reach a browser: the server, Node modules, and schemas with which only the server validates. */
const serverOnly = [
  /^node:/,
  /__vite-browser-external/,
  /\/server\/.+\.ts$/,
  /\/node_modules\/(?:zod|jose|kysely|fastify)\//,
];

/** Fails the build if a browser chunk contains a module of `serverOnly`. The prerender bundle is not checked. */
function browserChunkGuard(): Plugin {
  return {
    name: 'browser-chunk-guard',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const ids = [...chunk.moduleIds, ...chunk.imports, ...chunk.dynamicImports];
        const leaked = ids.filter((id) => serverOnly.some((pattern) => pattern.test(id)));
        if (leaked.length > 0)
          this.error(`Server code in the browser chunk ${chunk.fileName}:\n${leaked.join('\n')}`);
      }
    },
  };
}

/** Browsers get only as many passwords as `contract/common-passwords.ts` uses, in alphabetical order, which compresses better. */
function commonPasswords(): Plugin {
  return {
    name: 'common-passwords',
    enforce: 'pre',
    transform: {
      filter: { id: /@zxcvbn-ts\/language-common\/src\/passwords\.json$/ },
      handler: (code) => JSON.stringify(JSON.parse(code).slice(0, COMMON_PASSWORDS).sort()),
    },
  };
}

/** Modules of most pages that are too small for separate files. */
const SMALL_PARTS =
  /\/web\/(?:ui\/(?:link|section-head|use-hydrated|closing|next-step|dawn-scene|kept-html|banner|typed-fields|address-input|use-busy)|shell\/hydration)\.tsx?$|\/features\/forms\/web\/notice\.tsx$|\/content\/notices\.ts$/;

const FIELD_PARTS =
  /\/web\/ui\/(?:described-field|text-field|address-field|checked-form|api-form|use-checked-form)\.tsx?$|\/sign-in\/field-sentences\.ts$|\/contract\/(?:field-errors|address|likely-address)\.ts$/;
const HERO_PARTS =
  /\/features\/(?:sketch\/web\/slots\/hero-demo|launch-list\/web\/join-form)\.tsx$|\/web\/slots\/(?:hero-demo|call-to-action)\.tsx?$/;
const ARRIVAL_PARTS = /\/features\/accounts\/web\/sign-in\/auth-path\.ts$|\/contract\/site-path\.ts$/;
/** Modules for the return from a sign-in provider, and for the browser's passkey prompt. */
const PROOF_PARTS =
  /\/features\/(?:accounts\/web\/security\/arrived-proof|passkeys\/web\/passkeys|social-sign-in\/(?:contract|refusals|web\/(?:social-report|slots\/arrived-proof)))\.ts$/;
/** Modules that the security page shares with the prompts and code fields. */
const SECOND_STEP_PARTS =
  /\/features\/(?:(?:two-step|address-change|passkeys|undo-changes)\/contract|passkeys)\.ts$/;
const SIGN_IN_PARTS =
  /\/features\/accounts\/web\/(?:account-api|sign-in\/(?:auth-notice|use-enter))\.ts$|\/web\/(?:api\/call-product|ui\/use-part)\.ts$|\/contract\/(?:account-errors|messages)\.ts$/;

/**
 * Puts modules that match `also`, modules that `file` imports, and all that these modules import into one chunk, unless an earlier
 * group has them. Grouping by importer, not by number of importers, keeps the code of a few pages out of what all pages load.
 */
function partsOf(file: string, chunk: string, also: RegExp): Rolldown.CodeSplittingNameFunction {
  return (id, context) =>
    also.test(id) || context.getModuleInfo(id)?.importers.some((importer) => importer.endsWith(file))
      ? chunk
      : null;
}

const COMPILED_EARLY: ReadonlySet<string> = new Set(['vendor', 'shared']);

export default defineConfig({
  // Two development servers would overwrite each other's prepared packages, so each has its own cache.
  cacheDir: `node_modules/.vite/${process.env.API_PORT ?? 'build'}`,
  publicDir: false,
  // The build writes this value into the home page, which then need not load all plans.
  define: {
    'import.meta.env.FREE_PLAN': JSON.stringify(PLANS.find(({ price }) => price === '0')?.name ?? ''),
  },
  // Vitest reads this file too. Tests do not need the page build.
  plugins: process.env.VITEST
    ? []
    : [
        markdownModules(),
        hindiLetters(),
        tailwindcss(),
        reactRouter(),
        commonPasswords(),
        browserChunkGuard(),
      ],
  build: {
    // An inlined asset is a data: URL, which the content security policy blocks.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Chromium compiles these scripts off the main thread while it downloads them. This saves a tenth of the main thread's
        // work.
        postBanner: ({ name }) => (COMPILED_EARLY.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // Groups modules into a few files, because each file is a request on the first visit.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // This chunk includes Vite's preload helper, which must not be in a chunk that is loaded later.
              test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|@remix-run|cookie-es)[\\/]|vite\/preload-helper/,
            },
            { name: partsOf('/web/root.tsx', 'shared', SMALL_PARTS), debugName: 'shared' },
            { name: 'fields', test: FIELD_PARTS },
            { name: 'page-head', test: /\/web\/ui\/(?:page-head|horizon)\.tsx$/ },
            { name: 'sketch', test: HERO_PARTS },
            { name: 'arrival', test: ARRIVAL_PARTS },
            { name: 'sign-in', test: SIGN_IN_PARTS },
            { name: 'proof', test: PROOF_PARTS },
            { name: 'second-steps', test: SECOND_STEP_PARTS },
          ],
        },
      },
    },
  },
  // Some functions of the prerender bundle are copied as text into the first script of every page, so the bundle is minified.
  environments: { ssr: { build: { minify: true } } },
  server: {
    proxy: {
      '/api': api,
      '/mailbox': api,
      '/healthz': api,
      '^/[fp]/': api,
      // The API server answers POST requests to these pages, the development server all other requests.
      '^/launch-list/': { ...api, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
      // Pages under `/your-data/` that the server renders for each visitor.
      '^/your-data/[a-z]': api,
      // The page that the server makes for a refused form needs the built stylesheet.
      '/assets/': api,
      [FROM_BUILD]: api,
    },
  },
});

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { COMMON_PASSWORDS } from './contract/limits.ts';
import { hindiLetters } from './generate/letters/hindi-letters.ts';
import { markdownModules } from './generate/markdown/markdown-plugin.ts';

/** `Host` stays what the browser said: where a provider sends a visitor back to depends on it. */
const api = { target: `http://127.0.0.1:${process.env.API_PORT ?? 3001}`, changeOrigin: false };

/** Made by `generate/build-seo.ts`, or answered by the server itself. */
const FROM_BUILD =
  '^/(share/|icons/|\\.well-known/|(favicon\\.(ico|svg)|apple-touch-icon\\.png|site\\.webmanifest|sitemap\\.xml|(robots|llms|security)\\.txt)$)';

/** What must never reach a browser: our server, Node itself, and the schemas that only the server parses with. */
const serverOnly = [
  /^node:/,
  /__vite-browser-external/,
  /\/server\/.+\.ts$/,
  /\/node_modules\/(?:zod|jose|kysely|fastify)\//,
];

/** Fails the build when a module of `serverOnly` is part of a browser chunk. It does not look at the prerender bundle. */
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

/** The list is in the order of use. Browsers get what `contract/common-passwords.ts` takes of it, sorted, which packs better. */
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

/** What most pages share, and is too little for files of its own. */
const SMALL_PARTS =
  /\/web\/(?:ui\/(?:page-link|section-head|use-hydrated|take-focus|closing|next-step|dawn-scene|banner|typed-fields|address-input|use-busy)|shell\/(?:hydration|recovery))\.tsx?$|\/features\/forms\/web\/notice\.tsx$|\/content\/notices\.ts$/;

/** What forms are made of, and what the pages of an account share: too little for files of their own, too. */
const FIELD_PARTS =
  /\/web\/ui\/(?:described-field|text-field|text-area|checked-form|api-form|use-checked-form)\.tsx?$|\/sign-in\/field-sentences\.ts$|\/contract\/(?:field-errors|address)\.ts$/;
/** What the head of the home screen shows and asks. */
const HERO_PARTS =
  /\/features\/(?:sketch\/web\/slots\/hero-demo|launch-list\/web\/join-form)\.tsx$|\/web\/slots\/(?:hero-demo|call-to-action)\.tsx?$/;
const ARRIVAL_PARTS =
  /\/features\/accounts\/web\/sign-in\/(?:auth-view|return-path)\.ts$|\/contract\/(?:social|social-errors|site-path)\.ts$/;
/** What comes back from another site, and the way to the browser's prompt. */
const PROOF_PARTS =
  /\/features\/(?:accounts\/web\/security\/arrived-proof|passkeys\/web\/passkeys|social-sign-in\/(?:contract|refusals|web\/(?:redirect-answer|social-(?:failure|redirect|report)|slots\/arrived-proof)))\.ts$/;
/** What the security page shares with the prompts and the fields for codes. */
const SECOND_STEP_PARTS =
  /\/features\/(?:two-step\/(?:contract|web\/second-step-api)|(?:address-change|passkeys|undo-changes)\/contract|passkeys)\.ts$/;
const SIGN_IN_PARTS =
  /\/features\/accounts\/web\/(?:account-api|sign-in\/(?:auth-notice|use-enter))\.ts$|\/web\/(?:api\/call-product|ui\/use-part)\.ts$|\/contract\/account-errors\.ts$/;

/**
 * Names the chunk of everything that `file` imports, and of what `also` matches; what that needs in turn follows it,
 * as far as no earlier group has it. Going by who imports a module, and not by how many do, keeps what a few pages
 * share out of what all load.
 */
function partsOf(file: string, chunk: string, also: RegExp): Rolldown.CodeSplittingNameFunction {
  return (id, context) =>
    also.test(id) || context.getModuleInfo(id)?.importers.some((importer) => importer.endsWith(file))
      ? chunk
      : null;
}

export default defineConfig({
  // Two development servers at once would spoil each other's prepared packages.
  cacheDir: `node_modules/.vite/${process.env.API_PORT ?? 'build'}`,
  publicDir: false,
  // Vitest reads this file too; its tests need none of the page build.
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
    // An inlined asset would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A few files instead of a dozen small ones: each file is a request on the first visit.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // With Vite's helper, which must not be drawn into a chunk that is itself lazy.
              test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|@remix-run|cookie-es)[\\/]|vite\/preload-helper/,
            },
            // The library imports parts of itself lazily; as shared parts they would be in every page's first script.
            { name: 'tsparticles', test: /node_modules[\\/]@tsparticles[\\/]/ },
            { name: partsOf('/web/root.tsx', 'shared', SMALL_PARTS), debugName: 'shared' },
            { name: 'fields', test: FIELD_PARTS },
            { name: 'page-head', test: /\/web\/ui\/(?:page-head|horizon|sky-drawing)\.tsx$/ },
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
  // Only prerenders. Its functions stand as text in the first script of every page.
  environments: { ssr: { build: { minify: true } } },
  server: {
    proxy: {
      '/api': api,
      '/mailbox': api,
      '/healthz': api,
      '^/[fp]/': api,
      // Pages that are posted to.
      '^/launch-list/': { ...api, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
      // Pages that the server makes for each visitor.
      '^/your-data/[a-z]': api,
      // The page of a refused form is the server's, and so is its style.
      '/assets/': api,
      [FROM_BUILD]: api,
    },
  },
});

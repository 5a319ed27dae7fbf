import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { REFERENCE_SENTENCE } from '#content/form-service.ts';
import { filled } from '#contract/page-errors.ts';
import { REFERENCE_PARAMETER } from '#features/forms/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { sendFile } from '#server/site/file-routes.ts';
import { sendPage } from '#server/site/page-frame.ts';
import { formsOf } from './form-definitions.ts';

const OF_THANKS = {
  query: z
    .object({ [REFERENCE_PARAMETER]: z.string().regex(/^[0-9a-f]{8}$/) })
    .partial()
    .catch({}),
  answers: { 200: 'text/html' },
} as const;

/** The thanks pages, which show the reference of the message. Without JavaScript a visitor sees it nowhere else. */
export function thanksRoutes(app: FastifyInstance, deps: AppDeps): void {
  const route = declareRoutes(app, deps);
  for (const path of new Set(formsOf(deps).map(({ thanks }) => thanks))) {
    if (!deps.site.files.has(path)) continue;
    route.get(path, OF_THANKS, async ({ request, reply, query: { reference } }) => {
      const { files, notFound } = deps.live.current();
      const file = files.get(path) ?? notFound;
      request.file = { path, isPage: true };
      if (reference === undefined) return sendFile(file, request, reply);
      reply.header('cache-control', 'no-store');
      const page = withReference(file.plain.toString('utf8'), reference);
      return sendPage(reply, page, file.headers['content-security-policy']);
    });
  }
}

/** The empty paragraph in `features/forms/web/thanks-screen.tsx` into which the reference is written. */
const PLACE = /(<p id="reference"[^>]*>)<\/p>/;

function withReference(page: string, reference: string): string {
  return page.replace(PLACE, (_, open) => `${open}${filled(REFERENCE_SENTENCE, { reference })}</p>`);
}

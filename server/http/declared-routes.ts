import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { acceptedAnswer } from '#contract/answers.ts';
import type { Refusal } from '#contract/errors.ts';
import type { AppDeps } from '#server/feature.ts';
import { parseBody, parseFields } from './body.ts';
import { networkOf } from './client-address.ts';
import type { RateLimit } from './rate-limits.ts';

export type Access<Caller> = {
  readonly name: string;
  /** Completes the sentence “Needs ….” in the description of the API, such as “a session”. */
  readonly needs: string;
  /** OpenAPI security schemes by name. The array lists alternatives. A caller needs every scheme of one alternative. */
  readonly schemes: readonly Readonly<Record<string, Readonly<Record<string, string>>>>[];
  readonly refuses: readonly Refusal[];
  readonly check: (request: FastifyRequest) => Promise<Caller>;
};

/** The schema of a JSON answer, or another media type, by HTTP status. */
type Answers = Readonly<Record<number, z.ZodType | `${string}/${string}`>>;

/** What a route requires and answers. The requirements are checked in the order of these fields, before the handler runs. */
type RouteNeeds<Caller, Path, Query, Body, A extends Answers> = {
  readonly access?: Access<Caller>;
  readonly path?: z.ZodType<Path>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Each limit counts one try for the network of the request. */
  readonly limits?: readonly RateLimit[];
  /** The limit is in bytes. If absent, the default limit of JSON bodies applies. */
  readonly bodyLimit?: number;
  /** A sentence for the description of the API. A route without one is not described there. */
  readonly does?: string;
  /** If absent, the route answers `acceptedAnswer` with status 200. */
  readonly answers?: A;
  /** The refusals of the handler itself. Refusals of access, schemas and limits are added automatically. */
  readonly refuses?: readonly Refusal[];
};

/** The declaration of a route, as `open-api.ts` and the access matrix test read it. */
export type DeclaredRoute = RouteNeeds<unknown, unknown, unknown, unknown, Answers> & {
  readonly answers: Answers;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    declared?: DeclaredRoute;
  }
}

type RouteRequest<Caller, Path, Query, Body> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  readonly giveBack: () => Promise<void>;
};

type AnswerOf<A extends Answers> = A[keyof A] extends infer S
  ? S extends z.ZodType
    ? z.input<S>
    : FastifyReply
  : never;

type AddRoute = <
  const A extends Answers = { 200: typeof acceptedAnswer },
  Caller = undefined,
  Path = undefined,
  Query = undefined,
  Body = undefined,
>(
  path: string,
  needs: RouteNeeds<Caller, Path, Query, Body, A>,
  handle: (asked: RouteRequest<Caller, Path, Query, Body>) => Promise<AnswerOf<A> | FastifyReply>,
) => void;

/** HEAD is missing, because Fastify answers it like GET. */
type Method = 'get' | 'post' | 'delete' | 'options';
type Routes = Readonly<Record<Method, AddRoute>>;

/** Returns functions that add routes with declared requirements (docs/decisions/0079-a-route-declares-its-access-schemas-and-limits.md). */
export function declareRoutes(
  app: FastifyInstance,
  { takeFromLimit }: Pick<AppDeps, 'takeFromLimit'>,
): Routes {
  const add =
    (method: Uppercase<Method>): AddRoute =>
    (url, needs, handle) => {
      const { access, path, query, body, limits = [], bodyLimit } = needs;
      app.route({
        method,
        url,
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        config: { declared: { answers: { 200: acceptedAnswer }, ...needs } as DeclaredRoute },
        handler: async (request, reply) => {
          const asked = {
            request,
            reply,
            caller: await access?.check(request),
            path: path && parseFields(request.params, path),
            query: query && parseFields(request.query, query),
            body: body && parseBody(request, body),
          };
          const taken: Awaited<ReturnType<typeof takeFromLimit>>[] = [];
          for (const limit of limits) taken.push(await takeFromLimit(limit, networkOf(request)));
          const giveBack = async () => {
            for (const give of taken) await give();
          };
          return handle({ ...asked, giveBack } as Parameters<typeof handle>[0]);
        },
      });
    };
  return { get: add('GET'), post: add('POST'), delete: add('DELETE'), options: add('OPTIONS') };
}

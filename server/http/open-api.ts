import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import {
  BODY_NOT_READABLE,
  BODY_TOO_LARGE,
  FIELDS_NOT_VALID,
  MEDIA_TYPE_NOT_SUPPORTED,
  RATE_LIMITED,
  type Refusal,
  STORAGE_AWAY,
} from '#contract/errors.ts';
import { OPERATIONS } from '#contract/paths.ts';
import type { AppDeps } from '#server/feature.ts';
import { readRelease } from '#server/release.ts';
import { type DeclaredRoute, declareRoutes } from './declared-routes.ts';

type Json = Record<string, unknown>;
type RouteDescription = { readonly method: string; readonly url: string; readonly needs: DeclaredRoute };

const refusalAnswer = z
  .object({
    success: z.literal(false),
    code: z.string(),
    message: z.string(),
    fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    retryAfter: z.number().optional(),
    data: z.null().optional(),
  })
  .meta({ id: 'Refusal' });

/** `GET /api/openapi.json` describes the API from the declarations of its routes. */
export function openApiRoute(app: FastifyInstance, deps: AppDeps): void {
  const routes: RouteDescription[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const needs = config?.declared;
    for (const one of [method].flat())
      if (needs?.does !== undefined && one !== 'HEAD') routes.push({ method: one, url, needs });
  });
  let text: string | undefined;
  const ofDescription = {
    does: 'Returns this description.',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  };
  declareRoutes(app, deps).get(OPERATIONS.openApi, ofDescription, async ({ reply }) => {
    text ??= JSON.stringify(describeApi(routes, deps.origin));
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(text);
  });
}

function describeApi(routes: readonly RouteDescription[], origin: string): Json {
  const schemas: Json = {};
  const schemes: Json = {};
  const paths: Record<string, Json> = {};
  for (const { method, url, needs } of routes) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    Object.assign(schemes, ...(needs.access?.schemes ?? []));
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeRoute(path, method, needs, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${BRAND.product} API`,
      version: readRelease().version,
      description: 'Every refusal has a message for people and a code for programs.',
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas, securitySchemes: schemes },
  };
}

function describeRoute(path: string, method: string, needs: DeclaredRoute, schemas: Json): Json {
  const { does = '', access, path: parameters, query, body } = needs;
  return {
    operationId: operationId(method, path),
    summary: does,
    ...(access === undefined
      ? {}
      : {
          description: `Needs ${access.needs}.`,
          security: access.schemes.map((all) =>
            Object.fromEntries(Object.keys(all).map((name) => [name, []])),
          ),
        }),
    parameters: [...describeParameters(path, parameters, schemas), ...describeQuery(query, schemas)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(body, 'input', schemas) } }),
    responses: { ...describeRefusals(needs, schemas), ...describeAnswers(needs, schemas) },
  };
}

/** The operation id of `POST /api/saveUser/{id}` is `postSaveUserById`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function describeParameters(path: string, parameters: z.ZodType | undefined, schemas: Json): Json[] {
  const { properties = {} } = parameters ? schemaOf(parameters, 'input', schemas) : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: (properties as Json)[name] ?? { type: 'string' },
  }));
}

function describeQuery(query: z.ZodType | undefined, schemas: Json): Json[] {
  const { properties = {}, required = [] } = query ? schemaOf(query, 'input', schemas) : {};
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }));
}

function describeAnswers({ answers }: DeclaredRoute, schemas: Json): Json {
  const described = Object.entries(answers).map(([status, answer]) => [
    status,
    typeof answer !== 'string'
      ? { description: 'Done.', content: jsonContent(answer, 'output', schemas) }
      : answer === 'text/plain'
        ? { description: 'Done; there is no body.' }
        : { description: 'Done.', content: { [answer]: { schema: { type: 'string', format: 'binary' } } } },
  ]);
  return Object.fromEntries(described);
}

function describeRefusals(needs: DeclaredRoute, schemas: Json): Json {
  const { access, query, body, limits, refuses = [] } = needs;
  const all = new Set<Refusal>([
    ...(access?.refuses ?? []),
    ...(query || body ? [FIELDS_NOT_VALID] : []),
    ...(body ? [BODY_NOT_READABLE, BODY_TOO_LARGE, MEDIA_TYPE_NOT_SUPPORTED] : []),
    ...(access || limits ? [RATE_LIMITED] : []),
    ...refuses,
    STORAGE_AWAY,
  ]);
  const schema = schemaOf(refusalAnswer, 'output', schemas);
  const byStatus = Object.groupBy(all, ({ status }) => status);
  const described = Object.entries(byStatus).map(([status, found = []]) => [
    status,
    {
      description: found.map(({ code }) => code).join(', '),
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(
            found.map(({ code, message }) => [code, { value: { success: false, code, message } }]),
          ),
        },
      },
    },
  ]);
  return Object.fromEntries(described);
}

function jsonContent(type: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const schema = schemaOf(type, io, schemas);
  return { 'application/json': { schema, example: exampleOf(schema, schemas) } };
}

function schemaOf(type: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const made = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
      // The description allows additional fields in an answer, because later versions may add some.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const {
    $schema,
    $defs = {},
    ...schema
  } = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/')) as Json & {
    $defs?: Json;
  };
  Object.assign(schemas, $defs);
  return schema;
}

/** Takes the examples of the required fields of an object or, if none is required, of its first field. */
function exampleOf(schema: Json, schemas: Json): unknown {
  const { $ref, examples, type, anyOf, oneOf, properties, required, items } = schema as {
    readonly $ref?: string;
    readonly examples?: readonly unknown[];
    readonly type?: string;
    readonly anyOf?: readonly Json[];
    readonly oneOf?: readonly Json[];
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
    readonly items?: Json;
  };
  if ($ref !== undefined) return exampleOf(schemas[$ref.split('/').at(-1) ?? ''] as Json, schemas);
  if (examples !== undefined) return examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = (anyOf ?? oneOf)?.filter(({ const: value }) => value !== '') ?? [];
  if (first !== undefined) return exampleOf(first, schemas);
  if (properties !== undefined)
    return Object.fromEntries(
      (required ?? Object.keys(properties).slice(0, 1)).map((name) => [
        name,
        exampleOf(properties[name] ?? {}, schemas),
      ]),
    );
  if (items !== undefined) return [exampleOf(items, schemas)];
  return { object: {}, string: 'text', integer: 1, number: 1, boolean: true, array: [], null: null }[
    type ?? 'null'
  ];
}

import type { FastifyInstance } from 'fastify';

/** Lets a scope take what a browser sends of a form by itself. A field that is sent several times becomes a list. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const sent = new URLSearchParams(String(body));
      const form = Object.create(null) as Record<string, string | string[]>;
      for (const name of new Set(sent.keys())) {
        const [value = '', ...more] = sent.getAll(name);
        form[name] = more.length === 0 ? value : [value, ...more];
      }
      done(null, form);
    },
  );
}

/**
 * Whether the Accept header prefers a page: a browser that sends a form by itself asks for `text/html`, a program for
 * JSON, anything or nothing.
 */
export function prefersPage(accept: string | undefined): boolean {
  const wishes = new Map(
    (accept ?? '').split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [type, Number.parseFloat(weight)];
    }),
  );
  return (wishes.get('text/html') ?? 0) > (wishes.get('application/json') ?? 0);
}

import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { refuse } from './refusal.ts';

/** Lets every path registered so far answer its other methods with 405 and `Allow`, instead of "not found". */
export function refuseOtherMethods(app: Hono<AppEnv>): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === 'ALL' || path.includes('*')) continue;
    const allowed = methods.get(path) ?? new Set();
    methods.set(path, method === 'GET' ? allowed.add('GET').add('HEAD') : allowed.add(method));
  }
  for (const [path, allowed] of methods) {
    app.all(path, (c) => {
      c.header('Allow', [...allowed].sort().join(', '));
      return refuse('METHOD_NOT_ALLOWED');
    });
  }
}

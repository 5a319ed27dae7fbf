import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
export const mailboxRoutes = (_: unknown) => new Hono<AppEnv>();

import { startGithubStandIn } from './github.ts';
import { startGoogleStandIn } from './google.ts';

/**
 * Stand-ins for outside systems (docs/product.md, "Parts"), in a process that `npm run dev` and the browser tests start. Each
 * speaks the real protocol, so that the site only needs other addresses in its settings. They are not shipped.
 */
const { env } = process;
const standIns = [
  await startGoogleStandIn({
    port: Number(env.GOOGLE_STAND_IN_PORT),
    client: { id: env.GOOGLE_CLIENT_ID ?? '', secret: env.GOOGLE_CLIENT_SECRET ?? '' },
  }),
  await startGithubStandIn({
    port: Number(env.GITHUB_STAND_IN_PORT),
    client: { id: env.GITHUB_CLIENT_ID ?? '', secret: env.GITHUB_CLIENT_SECRET ?? '' },
  }),
];

const stop = () => void Promise.all(standIns.map((standIn) => standIn.close()));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

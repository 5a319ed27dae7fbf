import { startGithubStandIn } from './github.ts';
import { startGoogleStandIn } from './google.ts';

/**
 * Stand-ins for the outside systems (docs/product.md, "Parts"), as one process of their own: `npm run dev` and the browser tests start
 * it. Each speaks the real protocol; the site only sees other addresses in its settings. None of it is shipped.
 *
 * The environment says on which ports, and the credentials as it does to the site. Ends at SIGTERM and SIGINT.
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

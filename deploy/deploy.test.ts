import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OPERATIONS } from '#contract/paths.ts';
import { FEATURES } from '#server/features.ts';
import { readSettings, settingNames } from '#server/settings/settings.ts';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const compose = parse(read('deploy/compose.yaml'), { merge: true });
const SERVICES = Object.keys(compose.services);
const one = (name: string) => compose.services[name];
const containerfile = read('deploy/Containerfile');
const SETTING_NAMES = settingNames(FEATURES);
const caddyfile = read('deploy/Caddyfile');
const main = read('server/main.ts');

/** Seconds that the server takes at most from SIGTERM to its exit. */
const STOP_WITHIN =
  Number(/const STOP_TIMEOUT_MS = .*\?\? ([\d_]+)\)/.exec(main)?.[1]?.replaceAll('_', '')) / 1_000;

/** Names of the settings in an environment file, including those in comments. */
const namesIn = (env: string) => [...env.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);

describe('deploy/compose.yaml', () => {
  it('runs two site processes with the same configuration', () => {
    expect(one('site-1')).toEqual(one('site-2'));
    expect(one('site-1').image).toMatch(/^tuesday-site:/);
  });

  it('gives the site only settings that the server knows, and all settings that it needs to start', () => {
    const given = one('site-1').environment;
    const example = namesIn(read('deploy/site.env.example'));
    expect([...Object.keys(given), ...example].filter((name) => !SETTING_NAMES.includes(name ?? ''))).toEqual(
      [],
    );
    // The operator fills in the values written as `${…}`.
    const filledIn = Object.keys(given).map((name) => [
      name,
      given[name].replace(/\$\{\w+:\?.*?\}/g, 'www.example.org'),
    ]);
    const env = {
      ...Object.fromEntries(filledIn),
      AUTH_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://mail.example.org',
    };
    expect(readSettings(env, FEATURES).kind).toBe('ok');
  });

  it('trusts X-Forwarded-For only from the address of the proxy', () => {
    const address = one('proxy').networks.front.ipv4_address;
    expect(address).toMatch(/^[\d.]+$/);
    expect(one('site-1').environment.TRUSTED_PROXIES).toBe(address);
  });

  it('publishes only the proxy’s ports, and keeps the databases on an internal network to which the proxy does not belong', () => {
    expect(SERVICES.filter((name) => one(name).ports !== undefined)).toEqual(['proxy']);
    expect(one('proxy').ports).toEqual(['80:80', '443:443']);
    expect(compose.networks.back?.internal).toBe(true);
    expect(Object.keys(one('proxy').networks)).toEqual(['front']);
    for (const name of ['database', 'redis', 'operator']) expect(one(name).networks).toEqual(['back']);
  });

  it.each(SERVICES)(
    'runs the service %s without extra rights, with limited resources, and from an image of a fixed version',
    (name) => {
      const service = one(name);
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.pids_limit).toBeGreaterThan(0);
      expect(service.restart).toBe(name === 'operator' ? 'no' : 'unless-stopped');
      expect(service.image).toMatch(/:(\d[\w.-]*|\$\{SITE_VERSION:-\d+\})$/);
      if (name === 'proxy') expect(service.cap_add).toEqual(['NET_BIND_SERVICE']);
      else expect(service.user).toMatch(/^(10001:10001|postgres|redis)$/);
    },
  );

  it('starts the site after its databases, checks whether it is ready, and gives it enough time to stop', () => {
    expect(one('site-1').healthcheck.test.join(' ')).toContain(`:3000${OPERATIONS.ready}`);
    expect(Object.keys(one('site-1').depends_on).sort()).toEqual(['database', 'redis']);
    expect(Number.parseInt(one('site-1').stop_grace_period, 10)).toBeGreaterThan(STOP_WITHIN);
  });

  it('uses only build stages and build arguments that deploy/Containerfile has', () => {
    for (const name of ['site-1', 'operator']) {
      const { build } = one(name);
      expect(existsSync(new URL(build.dockerfile, ROOT))).toBe(true);
      expect(containerfile).toContain(` AS ${build.target}\n`);
      for (const name of Object.keys(build.args)) expect(containerfile).toContain(`\nARG ${name}=`);
    }
  });
});

describe('deploy/Containerfile', () => {
  it('runs Node directly, as a user without root rights', () => {
    const stages = containerfile.split(/^FROM /m).filter((stage) => / AS (site|operator)\n/.test(stage));
    expect(stages.length).toBe(2);
    for (const stage of stages) expect([...stage.matchAll(/^USER (.+)$/gm)].at(-1)?.[1]).toBe('10001:10001');
    expect(containerfile).toMatch(/^CMD \["node", .*"build\/server\/main\.mjs"\]$/m);
    expect(containerfile).toContain(`:3000${OPERATIONS.health}`);
    expect(containerfile).not.toContain(':latest');
  });

  it('copies only files that exist and that .dockerignore lets through', () => {
    const sources = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from]) =>
      (from ?? '').split(' '),
    );
    const passes = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path ?? '');
    expect(passes.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    expect(
      sources.filter((path) => path !== '.' && !passes.some((p) => path === p || path.startsWith(`${p}/`))),
    ).toEqual([]);
    const { references } = JSON.parse(read('tsconfig.json')) as { references: { path: string }[] };
    for (const { path } of references)
      expect(
        passes.some((p) => path === p || path.startsWith(`${p}/`) || p === `${path}/tsconfig.json`),
      ).toBe(true);
  });

  it('deletes no package that the server needs', () => {
    const removed = /rm -rf \.bin ([^&]+?)\n\n/.exec(containerfile)?.[1]?.split(/[\s\\]+/) ?? [];
    expect(removed).toContain('lucide-react');
    const isRemoved = (name: string) =>
      removed.some(
        (r) => name === r || name.startsWith(`${r}/`) || (r.endsWith('*') && name.startsWith(r.slice(0, -1))),
      );
    expect(packagesOfTheServer().filter(isRemoved)).toEqual([]);
  });
});

describe('deploy/Caddyfile', () => {
  it('asks both site processes whether they are ready, and uses only variables that compose.yaml sets', () => {
    expect(/health_uri (\S+)/.exec(caddyfile)?.[1]).toBe(OPERATIONS.ready);
    expect(one('proxy').environment.SITE_PROCESSES).toBe('site-1:3000 site-2:3000');
    const taken = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(taken)).toEqual(new Set(Object.keys(one('proxy').environment)));
  });
});

describe.each(['deploy/site.service', 'deploy/backup.service'])('the systemd unit %s', (file) => {
  const unit = read(file);

  it('starts an existing program of this project as a user without root rights, with settings that exist', () => {
    const program =
      /^ExecStart=\/opt\/tuesday\/current\/node_modules\/\.bin\/node (?:--\S+ )*(\S+)/m.exec(unit)?.[1] ??
      'none';
    expect(existsSync(new URL(program, ROOT))).toBe(true);
    expect(unit).toMatch(/^User=tuesday$/m);
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    const set = [...(/^Environment=(.+)$/m.exec(unit)?.[1]?.matchAll(/(\w+)=/g) ?? [])].map(
      ([, name]) => name,
    );
    expect(
      set.filter(
        (name) =>
          !['NODE_ENV', 'MALLOC_ARENA_MAX'].includes(name ?? '') && !SETTING_NAMES.includes(name ?? ''),
      ),
    ).toEqual([]);
  });
});

it.each(['deploy/Containerfile', 'deploy/site.service', 'server/testing/server-process.ts'])(
  '%s starts the server with the same Node.js options as npm start',
  (file) => {
    const start = read('scripts/start.mjs');
    const ways = (text: string) =>
      [...text.matchAll(/--(?:max|heap|concurrent)-[\w-]+=\d+|MALLOC_ARENA_MAX\W+\d+/g)]
        .map(([way]) => way.replace(/\W+/g, ' '))
        .sort();
    expect(ways(start).length).toBe(4);
    expect(ways(read(file))).toEqual(ways(start));
  },
);

it('the memory alert fires before the container or the systemd unit reaches its limit', () => {
  const bytes = Number(/process_resident_memory_bytes\{.*?\} > (\S+)/.exec(read('deploy/alerts.yaml'))?.[1]);
  const ofContainer = Number.parseInt(one('site-1').mem_limit, 10) * 1024 ** 2;
  const ofUnit = Number(/^MemoryMax=(\d+)G$/m.exec(read('deploy/site.service'))?.[1]) * 1024 ** 3;
  expect(bytes).toBeLessThan(0.9 * Math.min(ofContainer, ofUnit));
});

it('the stop timeout in deploy/site.service is longer than the longest time that the server takes to stop', () => {
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/site.service'))?.[1])).toBeGreaterThan(
    STOP_WITHIN,
  );
});

/** The packages that the server's files import and all their dependencies, according to package-lock.json. */
function packagesOfTheServer(): string[] {
  const locked = JSON.parse(read('package-lock.json')).packages;
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));
  const seen = new Set<string>();
  const waiting = ['server', 'features', 'content', 'contract']
    .flatMap((folder) =>
      readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\/|^features\/[^/]+\/web\//.test(path))
    .flatMap((path) => [...read(path).matchAll(/(?:from|import)\s*\(?\s*'([a-z@][^']*)'/g)])
    .map(([, name]) =>
      (name ?? '')
        .split('/')
        .slice(0, name?.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => name in dependencies);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    // Only the top-level copy of each package is read. Nested copies, of other versions, have no further dependencies.
    const {
      dependencies: needs,
      peerDependencies: peers,
      peerDependenciesMeta: meta,
    } = locked[`node_modules/${name}`] ?? {};
    waiting.push(
      ...Object.keys(needs ?? {}),
      ...Object.keys(peers ?? {}).filter((peer) => meta?.[peer]?.optional !== true),
    );
  }
  return [...seen];
}

import { existsSync, globSync, readFileSync } from 'node:fs';
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

const [, STOP_TIMEOUT_MS = 'unknown'] =
  /const STOP_TIMEOUT_MS = .*\?\? ([\d_]+)\)/.exec(read('server/main.ts')) ?? [];
/** Seconds that the server takes at most from SIGTERM to its exit. */
const STOP_WITHIN = Number(STOP_TIMEOUT_MS.replaceAll('_', '')) / 1_000;

const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !settingNames(FEATURES).includes(name));

describe('deploy/compose.yaml', () => {
  it('runs two site processes with the same configuration', () => {
    expect(one('site-1')).toEqual(one('site-2'));
    expect(one('site-1').image).toMatch(/^tuesday-site:/);
  });

  it('gives the site only settings that the server knows, and all settings that it needs to start', () => {
    const given = one('site-1').environment;
    // Commented-out settings of `site.env.example` are checked too.
    const example = [...read('deploy/site.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)];
    expect(unknownSettings([...Object.keys(given), ...example.map(([, name = '']) => name)])).toEqual([]);
    const env = { AUTH_SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail.example.org' };
    // The operator fills in the values written as `${…}`.
    const filledIn = Object.entries<string>(given).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:\?.*?\}/g, 'www.example.org'),
    ]);
    expect(readSettings({ ...Object.fromEntries(filledIn), ...env }, FEATURES).kind).toBe('ok');
  });

  it('trusts X-Forwarded-For only from the address of the proxy', () => {
    const address = one('proxy').networks.front.ipv4_address;
    expect(address).toMatch(/^[\d.]+$/);
    expect(one('site-1').environment.TRUSTED_PROXIES).toBe(address);
  });

  it('publishes only the proxy’s ports, and keeps the proxy out of the network of the databases', () => {
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
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
    const sources = copied.flatMap(([, from = '']) => from.split(' ')).filter((path) => path !== '.');
    const through = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    expect(through.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    const passes = (path: string) => through.some((one) => path === one || path.startsWith(`${one}/`));
    expect(sources.filter((path) => !passes(path))).toEqual([]);
    const { references } = JSON.parse(read('tsconfig.json')) as { references: { path: string }[] };
    const parts = references.map(({ path }) => path).filter((path) => !passes(path));
    expect(through).toEqual(expect.arrayContaining(parts.map((path) => `${path}/tsconfig.json`)));
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

it('deploy/Caddyfile asks both site processes whether they are ready, and uses only variables that compose.yaml sets', () => {
  const caddyfile = read('deploy/Caddyfile');
  expect(/health_uri (\S+)/.exec(caddyfile)?.[1]).toBe(OPERATIONS.ready);
  expect(one('proxy').environment.SITE_PROCESSES).toBe('site-1:3000 site-2:3000');
  const taken = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
  expect(new Set(taken)).toEqual(new Set(Object.keys(one('proxy').environment)));
});

it.each(['deploy/site.service', 'deploy/backup.service'])(
  'the systemd unit %s starts an existing program of this project as a user without root rights, with settings that exist',
  (file) => {
    const unit = read(file);
    const [, program = 'none'] =
      /^ExecStart=\/opt\/tuesday\/current\/node_modules\/\.bin\/node (?:--\S+ )*(\S+)/m.exec(unit) ?? [];
    expect(existsSync(new URL(program, ROOT))).toBe(true);
    expect(unit).toMatch(/^User=tuesday$/m);
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    const [, environment = ''] = /^Environment=(.+)$/m.exec(unit) ?? [];
    const set = [...environment.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    expect(unknownSettings(set.filter((name) => !['NODE_ENV', 'MALLOC_ARENA_MAX'].includes(name)))).toEqual(
      [],
    );
  },
);

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
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/site.service')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(STOP_WITHIN);
});

/** The packages that the server's files import and all their dependencies, according to package-lock.json. */
function packagesOfTheServer(): string[] {
  const locked = JSON.parse(read('package-lock.json')).packages;
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));
  const needed = new Set<string>();
  const add = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    // Only the top-level copy of each package is read. Nested copies, of other versions, have no further dependencies.
    const {
      dependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = locked[`node_modules/${name}`] ?? {};
    for (const one of Object.keys(dependencies)) add(one);
    for (const peer of Object.keys(peerDependencies))
      if (peerDependenciesMeta[peer]?.optional !== true) add(peer);
  };
  for (const path of globSync('{server,features,content,contract}/**/*.ts', { cwd: ROOT }))
    if (!/\.test\.ts$|\/testing\/|^features\/[^/]+\/web\//.test(path))
      for (const [, name = ''] of read(path).matchAll(
        /(?:from|import)\s*\(?\s*'((?:@[^/']+\/)?[a-z][^/']*)/g,
      ))
        if (name in dependencies) add(name);
  return [...needed];
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemsOfPackages } from './bootstrap/judge-packages.mjs';
import { command, Explained, ROOT, say } from './bootstrap/say.mjs';

/** The registry could not be asked: neither good nor bad. */
const UNKNOWN = 2;
const ADVISORIES_WITHIN_MS = 60_000;
const SBOM = 'build/sbom.cdx.json';

/**
 * `node scripts/check-dependencies.mjs`: are the packages what they should be? Offline, from the lock file; part of
 * `npm run check`. With `--audit` it also asks the registry for known weaknesses of what the running site uses, and
 * with `--sbom` it writes what that is (CycloneDX) to `build/`. Ends with 1 for a problem, 2 when the registry does not
 * answer.
 */
await command(async () => {
  const problems = problemsOfPackages(readJson('package.json'), readJson('package-lock.json'));
  for (const problem of problems) say(problem);
  const codes = [problems.length === 0 ? 0 : 1];
  if (process.argv.includes('--sbom')) writeBillOfMaterials();
  if (process.argv.includes('--audit')) codes.push(audit());
  return codes.find((code) => code === 1) ?? Math.max(...codes);
});

function writeBillOfMaterials() {
  const { stdout } = npm('sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx');
  const components = parsed(stdout)?.components?.length;
  if (components === undefined) throw new Explained('npm sbom told nothing; it takes npm 9.5 or newer.');
  mkdirSync(new URL('build/', ROOT), { recursive: true });
  writeFileSync(new URL(SBOM, ROOT), stdout);
  say(`Bill of materials: ${components} packages, in ${SBOM}.`);
}

function audit() {
  const { stdout } = npm('audit', '--omit=dev', '--json');
  const answer = parsed(stdout);
  const total = answer?.metadata?.vulnerabilities?.total;
  if (total === undefined) {
    say(`Known weaknesses: not available here (${answer?.message ?? 'the registry did not answer'}).`);
    return UNKNOWN;
  }
  say(`Known weaknesses: ${total}.`);
  for (const { name, severity, range } of Object.values(answer.vulnerabilities ?? {}))
    say(`  ${name} ${range}: ${severity}`);
  return total === 0 ? 0 : 1;
}

/** @param {readonly string[]} args */
function npm(...args) {
  return spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
    timeout: ADVISORIES_WITHIN_MS,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, ROOT), 'utf8'));
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { z } from 'zod';
import { readContent } from '#server/launch-checks/content-files.ts';
import { checkLaunch, type LaunchProblem } from '#server/launch-checks/launch-checks.ts';
import { sendTestMail, type TestMailResult } from '#server/mail/test-mail.ts';
import { readSettings } from '#server/settings/settings.ts';
import { checkMachine } from './machine-checks.ts';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');
/**
 * `npm run doctor`: what stands between this installation and a public launch; with `--mail`, only whether the mail server
 * takes a mail; with `--promises`, what the pages promise and only the owner can keep. Exit code 1 when something stands
 * there, or the mail was not accepted.
 */
const { mail, promises } = new Command('npm run doctor --')
  .description('what stands between this installation and a public launch')
  .option(
    '--mail <address>',
    'only send a test mail there, and say what the mail server answered',
    mailOption,
  )
  .option('--promises', 'only list what the pages promise and no program can check')
  .parse()
  .opts();
const read = readSettings(process.env);
if (promises) {
  console.log(ownersPromises().join('\n'));
} else if (mail === undefined) {
  const ofMachine = read.kind === 'ok' ? await checkMachine(read.settings) : [];
  const problems = checkLaunch(process.env, read, await readContent(), ofMachine);
  console.log(report(problems));
  process.exitCode = problems.some(({ weight }) => weight === 'blocks') ? 1 : 0;
} else {
  const { kind, sentence } = await tryMail(mail);
  console.log(sentence);
  process.exitCode = kind === 'accepted' ? 0 : 1;
}

async function tryMail(to: string): Promise<TestMailResult> {
  const mail = { id: randomUUID(), to, createdAt: new Date() };
  if (read.kind === 'ok') return sendTestMail(read.settings, mail);
  // Without a mail server nothing else that is wrong matters.
  if ((process.env.SMTP_URL ?? '').trim() === '')
    return sendTestMail({ smtpUrl: undefined, mailFrom: '', origin: '' }, mail);
  const problems = read.problems.map(({ name, problem }) => `${name} ${problem}`);
  return { kind: 'failed', sentence: `No mail was sent: ${problems.join('; ')}.` };
}

function mailOption(text: string): string {
  if (!z.email().safeParse(text).success)
    throw new InvalidArgumentError('It must be an email address, like me@your-site.com.');
  return text;
}

function report(found: readonly LaunchProblem[]): string {
  const blocking = found.filter(({ weight }) => weight === 'blocks');
  const advice = found.filter(({ weight }) => weight === 'advice');
  const conclusion =
    blocking.length === 0
      ? 'Nothing stands in the way of a public launch.'
      : `${blocking.length} to settle before a public launch.`;
  return [
    ...table('Before a public launch', blocking),
    ...table('Worth a thought', advice),
    `The pages make ${ownersPromises().length} promises that only you can keep: --promises lists them.`,
    conclusion,
    ...(read.kind === 'ok'
      ? []
      : ['Database, Redis, folder and port were not looked at: the settings come first.']),
  ].join('\n');
}

/** What the pages promise and no test can hold: only the owner can make it true. */
function ownersPromises(): string[] {
  const proofs = z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .parse(JSON.parse(readFileSync(join(CONTENT, 'proofs.json'), 'utf8')));
  return Object.entries(proofs).flatMap(([page, sentences]) =>
    Object.entries(sentences).flatMap(([sentence, proof]) =>
      [proof].flat().includes('owner') ? [`${page.padEnd(10)}${sentence}`] : [],
    ),
  );
}

function table(title: string, rows: readonly LaunchProblem[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({ where }) => where.length));
  const lines = rows.flatMap(({ where, problem, fix }) => [
    `  ${where.padEnd(width)}  ${problem}`,
    `  ${''.padEnd(width)}  → ${fix}`,
  ]);
  return [title, '', ...lines, ''];
}

import type { TestProject } from 'vitest/node';
import { compileMails } from '#server/mail/compile-mails.ts';
import type { MailTemplates } from '#server/mail/templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly mails: MailTemplates;
  }
}

/** Compiles the mails for all test files of a run: loading mjml for each of them would take longer than most tests. */
export default async function provideMails(project: TestProject): Promise<void> {
  project.provide('mails', await compileMails());
}

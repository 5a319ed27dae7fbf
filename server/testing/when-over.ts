import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Runs work at the end of the current test, or at the end of the file when no test is running. */
export function whenOver(work: () => unknown): void {
  const end = async () => void (await work());
  if (TestRunner.getCurrentTest() === undefined) afterAll(end);
  else onTestFinished(end);
}

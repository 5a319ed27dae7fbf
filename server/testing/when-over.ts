import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Ends something with the test that runs, or with the file: what the top of a file opens is for all its tests. */
export function whenOver(work: () => unknown): void {
  const end = async () => void (await work());
  if (TestRunner.getCurrentTest() === undefined) afterAll(end);
  else onTestFinished(end);
}

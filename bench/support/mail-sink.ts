import { parentPort, Worker } from 'node:worker_threads';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';

export type MailSink = { readonly url: string; readonly close: () => Promise<void> };

/** A mail server that takes everything, in a thread of its own, so that it does not disturb the clock of the caller. */
export async function startMailSink(): Promise<MailSink> {
  const worker = new Worker(new URL(import.meta.url));
  const url = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { url, close: async () => void (await worker.terminate()) };
}

if (parentPort !== null) parentPort.postMessage((await startFakeSmtp()).url);

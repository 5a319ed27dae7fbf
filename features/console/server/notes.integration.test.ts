import { expect, test } from 'vitest';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { ANSWERED } from '#features/forms/server/reply-submission.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const app = await openTestApp();
const owner = await operatorInside(app, 'owner');
const DELETE = 'Delete the note…';
const REPLIED = />Replied </;

test('a typed note that begins like an answer is no answer: it can be deleted, and the message does not count as replied to', async () => {
  const path = pathFor(CONSOLE.message, await storeMessage(app.db, 1, { email: 'asks@example.com' }));
  const typed = { subject: 'Re: yours', text: 'Gladly' };
  const { text } = await owner.press(path, { do: 'note', text: `${ANSWERED}Re: yours\n\nGladly` });
  expect(text).toContain(DELETE);
  expect((await owner.get(CONSOLE.inbox)).text).not.toMatch(REPLIED);
  await owner.send(path, { do: 'reply', ...typed });
  expect(await app.mailsTo('asks@example.com'), 'the note is no earlier press of Send').toHaveLength(1);
  expect((await owner.get(CONSOLE.inbox)).text).toMatch(REPLIED);
  expect((await owner.get(path)).text.split(DELETE), 'an answer cannot be deleted').toHaveLength(2);
});

import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { runWrk, type WrkFigures } from './wrk.ts';

/** Fifty visitors who send a form, each message another one: the same words twice would be one message. */
export function formLoad(url: string, path: string, seconds: number): Promise<WrkFigures> {
  return runWrk(url + path, {
    seconds,
    headers: { origin: PROCESS_ORIGIN, 'content-type': 'application/json', accept: 'application/json' },
    script: `local count = 0
request = function()
  count = count + 1
  return wrk.format("POST", nil, nil, string.format(
    '{"name":"Asha Rao","email":"asha-%d@example.com","message":"Letter %d, about as long as people write."}', count, count))
end`,
  });
}

import { beforeEach, expect, test, vi } from 'vitest';
import pagesStylesheet from '#web/styles/pages.css?url';

const HERE = 'https://tuesday.example/about';
const route = { module: '/assets/pricing.js', imports: ['/assets/shared.js'] };
const assign = vi.fn();
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const isDocument = (init: RequestInit) => init.method === 'HEAD';

let opening: typeof import('./opening.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.resetAllMocks();
  fetched.mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', Object.assign(new URL(HERE), { assign }));
  vi.stubGlobal('window', {
    __reactRouterManifest: { routes: { pricing: { path: 'pricing', ...route } } },
  });
  opening = await import('./opening.ts');
});

test('the loading state starts with the click, and the next page is shown once all its files have loaded', async () => {
  const style = Promise.withResolvers<Response>();
  fetched.mockImplementation((url) =>
    url === pagesStylesheet ? style.promise : Promise.resolve(new Response()),
  );
  const navigate = vi.fn(async () => {
    location.pathname = '/pricing';
  });
  const done = opening.openPage(navigate, { to: '/pricing?plan=max' });
  expect(opening.currentOpening()).toMatchObject({ kind: 'opening', path: '/pricing' });
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([route.module, ...route.imports, pagesStylesheet]);
  expect(navigate).not.toHaveBeenCalled();
  style.resolve(new Response());
  await done;
  expect(navigate).toHaveBeenCalledOnce();
});

test('a page whose files a newer release has removed is loaded as a new document', async () => {
  fetched.mockImplementation(async (_, init) => new Response(null, { status: isDocument(init) ? 200 : 404 }));
  const navigate = vi.fn();
  void opening.openPage(navigate, { to: '/pricing?plan=max#table' });
  await vi.waitFor(() =>
    expect(assign).toHaveBeenCalledWith('https://tuesday.example/pricing?plan=max#table'),
  );
  expect(navigate).not.toHaveBeenCalled();
});

test.each([
  ['no connection', async () => Promise.reject(new TypeError('offline'))],
  ['a server that is starting', async () => new Response(null, { status: 503 })],
])('with %s, the current page stays open, and the next page is reported as not opened', async (_, answer) => {
  fetched.mockImplementation(answer);
  const navigate = vi.fn();
  void opening.openPage(navigate, { to: '/pricing' });
  await vi.waitFor(() =>
    expect(opening.currentOpening()).toEqual({ kind: 'failed', url: 'https://tuesday.example/pricing' }),
  );
  expect(navigate).not.toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
});

test('after a page has failed to open, the next try fetches only the files that did not load', async () => {
  const { fetchPage } = await import('./page-parts.ts');
  const asked = () => fetched.mock.calls.splice(0).map(([url]) => url);
  fetched.mockImplementationOnce(async () => Promise.reject(new TypeError('offline')));
  await expect(fetchPage('/pricing')).rejects.toThrow('offline');
  expect(asked()).toEqual([route.module, ...route.imports, pagesStylesheet]);
  await fetchPage('/pricing');
  expect(asked()).toEqual([route.module]);
  await fetchPage('/pricing');
  expect(asked()).toEqual([]);
});

test('after clicks on two links, only the second page opens, even if the first one loads later', async () => {
  const slow = Promise.withResolvers<Response>();
  fetched.mockImplementation((url) =>
    url === route.module ? slow.promise : Promise.resolve(new Response()),
  );
  const [first, second] = [vi.fn(), vi.fn()];
  void opening.openPage(first, { to: '/pricing' });
  await opening.openPage(second, { to: '/story' });
  slow.resolve(new Response());
  await slow.promise;
  await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
  expect(first).not.toHaveBeenCalled();
});

test('leaving a page with unsaved changes asks first, and the loading state starts only after a yes', async () => {
  const { setLeaveGuard } = await import('#web/session/use-leave-page.ts');
  const answers = [false, true];
  const seen: unknown[] = [];
  const note = async () => void seen.push(opening.currentOpening().kind);
  const ask = () => note().then(() => answers.shift());
  const release = setLeaveGuard({ asks: () => true, ask });
  void opening.openPage(note, { to: '/team' });
  await vi.waitFor(() => expect(answers).toEqual([true]));
  await opening.openPage(note, { to: '/team' });
  expect(seen).toEqual(['none', 'none', 'opening']);
  release();
});

test('a navigation within the page or through the history does not count as opening a page', async () => {
  const navigate = vi.fn();
  void opening.openPage(navigate, { to: '?view=create' });
  void opening.openPage(navigate, { to: -1 });
  expect(navigate).toHaveBeenCalledTimes(2);
  expect(opening.currentOpening()).toEqual({ kind: 'none' });
  expect(fetched).not.toHaveBeenCalled();
});

test('the loading state of a page that the router loads ends when the page appears or when the loading is given up', async () => {
  const giveUp = opening.awaitPage('/blog');
  expect(opening.currentOpening()).toMatchObject({ kind: 'opening', path: '/blog' });
  giveUp();
  expect(opening.currentOpening()).toEqual({ kind: 'none' });
  const end = opening.awaitPage('/blog');
  opening.showOpened('/blog');
  end();
  expect(opening.currentOpening()).toMatchObject({ kind: 'shown', path: '/blog' });
});

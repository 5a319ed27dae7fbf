import { afterEach, expect, test, vi } from 'vitest';
import { LINK_TOKEN_LENGTH } from '#contract/limits.ts';
import { firstPaint } from './first-paint.ts';

type ThemeColour = { dataset: { for: string }; media: string };
type Fake = {
  stored: Record<string, string> | 'blocked';
  systemLight?: boolean;
  search?: string;
  hash?: string;
  load?: NavigationTimingType;
  /** The token of a mailed link in the state of the history entry. */
  kept?: string;
};

function paint({ stored, systemLight = false, search = '', hash = '', load = 'navigate', kept }: Fake) {
  const dataset: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const colours: ThemeColour[] = ['light', 'dark'].map((theme) => ({
    dataset: { for: theme },
    media: `(prefers-color-scheme: ${theme})`,
  }));
  const handlers: [type: string, handle: (event: Event) => void][] = [];
  const page = {
    earlyClick: undefined as object | null | undefined,
    isHydrated: undefined as boolean | undefined,
    document: {
      querySelectorAll: () => colours,
      documentElement: {
        dataset,
        style: { setProperty: (name: string, value: string) => Object.assign(properties, { [name]: value }) },
      },
    },
    get localStorage() {
      if (stored === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError');
      return { getItem: (key: string) => stored[key] ?? null };
    },
    matchMedia: () => ({ matches: systemLight }),
    location: { search, hash },
    history: { state: kept === undefined ? null : { mailedToken: kept } },
    performance: { getEntriesByType: () => [{ type: load }] },
    URLSearchParams,
    typed: undefined as ReadonlySet<object> | undefined,
    addEventListener: (type: string, handler: (event: Event) => void) => {
      handlers.push([type, handler]);
    },
  };
  // Runs only the function's source text, as the document does. A reference to anything outside throws.
  new Function('page', `(${firstPaint.toString()})(page)`)(page);
  const send = (event: Event, target: object) => {
    Object.defineProperty(event, 'target', { value: target });
    for (const [type, handle] of handlers) if (type === event.type) handle(event);
  };
  /** Clicks the button, or sends it another event; returns whether the page's own handlers get the event. */
  const press = (button: object | null, type = 'click') => {
    const event = new Event(type, { cancelable: true });
    send(event, { closest: () => button });
    return !event.cancelBubble;
  };
  const type = (field: object) => send(new Event('input'), field);
  return { dataset, properties, colours, page, press, type };
}

function earlyButton() {
  const attributes: Record<string, string> = {};
  return {
    attributes,
    setAttribute: (name: string, value: string) => Object.assign(attributes, { [name]: value }),
    removeAttribute: (name: string) => Reflect.deleteProperty(attributes, name),
  };
}

/** The theme whose colour the browser’s own bars have, such as the address bar. */
const colourOfBars = (colours: readonly ThemeColour[]) =>
  colours.flatMap(({ dataset, media }) => (media === 'all' ? dataset.for : []));

test.each([
  { choice: 'none', system: 'dark', stored: {}, next: 'light' },
  { choice: 'light', system: 'dark', stored: { theme: 'light' }, next: 'dark' },
  { choice: 'dark', system: 'dark', stored: { theme: 'dark' }, next: 'system' },
  { choice: 'none', system: 'light', stored: {}, next: 'dark' },
  { choice: 'dark', system: 'light', stored: { theme: 'dark' }, next: 'light' },
  { choice: 'light', system: 'light', stored: { theme: 'light' }, next: 'system' },
])(
  'with the theme “$choice” on a $system system, page and toolbars have the right colour, and the button offers “$next”',
  ({ choice, system, stored, next }) => {
    const { dataset, colours } = paint({ stored, systemLight: system === 'light' });
    const theme = choice === 'none' ? system : choice;
    expect(dataset.theme).toBe(theme);
    expect(colourOfBars(colours)).toEqual([theme]);
    expect(dataset.themeChoice).toBe(choice === 'none' ? 'system' : choice);
    expect(dataset.themeNext).toBe(next);
  },
);

test.each(['light', 'dark'])(
  'without browser storage, the %s theme of the system decides the colour of the page and of the toolbars',
  (system) => {
    const { dataset, colours } = paint({ stored: 'blocked', systemLight: system === 'light' });
    expect(dataset.theme).toBe(system);
    expect(colourOfBars(colours)).toEqual([system]);
  },
);

test('with a cached user, the page is painted as signed in, and the user’s name is escaped in a CSS string', () => {
  const { dataset, properties } = paint({
    stored: { user: JSON.stringify({ id: '1', name: 'A "b\\c"\nd' }) },
  });
  expect(dataset.account).toBe('in');
  expect(properties['--account-name']).toBe('"A \\"b\\\\c\\" d"');
  expect(properties['--account-initial']).toBe('"A"');
});

test.each(['{broken', 'null', '{"id":1}', '[]'])(
  'if the browser’s copy of the user is damaged (%s), the page is painted as signed out',
  (user) => {
    expect(paint({ stored: { user } }).dataset.account).toBeUndefined();
  },
);

test('before React starts, the sign-in page shows the view that its URL names, and ignores unknown values', () => {
  expect(paint({ stored: {}, search: '?view=create' }).dataset.authView).toBe('create');
  expect(paint({ stored: {}, search: '?view=inbox' }).dataset.authView).toBe('inbox');
  expect(paint({ stored: {}, search: '?view=<x>' }).dataset.authView).toBeUndefined();
  expect(paint({ stored: {}, search: '?next=/profile' }).dataset.authNext).toBe('profile');
  expect(paint({ stored: {}, search: '?next=//profile' }).dataset.authNext).toBeUndefined();
});

test('the page is marked with data-link="none" if neither its URL nor its history has a complete mailed token', () => {
  const token = 'x'.repeat(LINK_TOKEN_LENGTH);
  for (const search of [`?token=${token}`, `?token=${token}.`])
    expect(paint({ stored: {}, search }).dataset.link).toBeUndefined();
  for (const search of ['', '?token=', '?view=create', `?token=${token.slice(1)}`])
    expect(paint({ stored: {}, search }).dataset.link).toBe('none');
  expect(paint({ stored: {}, kept: token }).dataset.link).toBeUndefined();
});

test('the whole page is laid out at once after a reload, back or forward, and for a URL with a fragment', () => {
  expect(paint({ stored: {} }).dataset.whole).toBeUndefined();
  expect(paint({ stored: {}, hash: '#team' }).dataset.whole).toBe('');
  expect(paint({ stored: {}, load: 'reload' }).dataset.whole).toBe('');
  expect(paint({ stored: {}, load: 'back_forward' }).dataset.whole).toBe('');
});

test('a click before hydration is kept for later; of several clicked buttons only the last one looks busy', () => {
  const { page, press } = paint({ stored: {} });
  const [first, last] = [earlyButton(), earlyButton()];
  expect(press(first)).toBe(false);
  expect(first.attributes).toEqual({ 'aria-busy': 'true' });
  expect(press(last)).toBe(false);
  expect([first.attributes, last.attributes]).toEqual([{}, { 'aria-busy': 'true' }]);
  expect(page.earlyClick).toBe(last);
  page.isHydrated = true;
  expect(press(last)).toBe(false);
  page.earlyClick = null;
  expect(press(last)).toBe(true);
});

test('before hydration, clicks, touches and typing do not reach React, which would hydrate the page at once', () => {
  const { page, press } = paint({ stored: {} });
  const types = ['pointerdown', 'touchstart', 'pointerup', 'touchend', 'mousedown', 'mouseup', 'click'];
  for (const type of [...types, 'keydown', 'keypress', 'keyup', 'input', 'change'])
    for (const button of [null, { popoverTargetElement: {} }]) {
      page.isHydrated = false;
      expect(press(button, type), type).toBe(false);
      page.isHydrated = true;
      expect(press(button, type), type).toBe(true);
    }
  expect(page.earlyClick).toBeUndefined();
});

afterEach(() => void vi.useRealTimers());

test('if the scripts do not load within seconds of a click on submit, the browser submits the form itself', () => {
  vi.useFakeTimers();
  const { page, press } = paint({ stored: {} });
  const button = { ...earlyButton(), type: 'submit', click: vi.fn() };
  press(earlyButton());
  press(button);
  vi.advanceTimersByTime(7_000);
  expect(button.click).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(button.click).toHaveBeenCalledOnce();
  expect(button.attributes).toEqual({});
  press(button);
  expect(button.attributes).toEqual({});
  // The page has forgotten the click, because hydration would repeat it if the modules loaded later.
  expect(page.earlyClick).toBeUndefined();
});

test('the fields that a visitor types in before hydration are recorded, with the most recent field last', () => {
  const { page, type } = paint({ stored: {} });
  const [name, message] = [{}, {}];
  for (const field of [name, message, name]) type(field);
  expect([...(page.typed ?? [])].map((field) => [message, name].indexOf(field))).toEqual([0, 1]);
});

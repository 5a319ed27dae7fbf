import { font } from 'virtual:hindi-letters';
import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SKETCH } from '#content/features/sketch.ts';
import { type Cue, cuesOf, shownAt } from './cues.ts';

const CUES = cuesOf(SKETCH.turns);
const END = CUES.at(-1)?.at ?? 0;
/** The conversation plays when this share of it is in view, or fills this share of the screen: a phone cannot show all of it. */
const ENOUGH = { ofIt: 0.6, ofScreen: 0.5 };
/** The observer reports a change at each of these fractions of the conversation in view. */
const STEPS = Array.from({ length: 11 }, (_, step) => step / 10);
/** A frame that takes longer counts as this long, so that after an interruption the conversation goes on where it was. */
const LONGEST_FRAME_MS = 100;

const BUTTONS = {
  waiting: { label: SKETCH.play, Icon: Play },
  playing: { label: SKETCH.pause, Icon: Pause },
  paused: { label: SKETCH.resume, Icon: Play },
  ended: { label: SKETCH.replay, Icon: RotateCcw },
};

/** The font family must have the same name as in sketch.css. */
const LETTERS =
  font === undefined
    ? undefined
    : new FontFace('Hindi letters', `url(${font})`, { unicodeRange: 'U+900-97F' });
const UNSAID = 'unsaid';
const STILL = matchMedia('(prefers-reduced-motion: reduce), (forced-colors: active)');

type PlayerProps = { readonly list: HTMLOListElement };

export async function loadLetters(): Promise<void> {
  await LETTERS?.load().catch(() => {});
}

/** Plays the conversation once while most of it is in view. Respects reduced motion. */
export function SketchPlayer({ list }: PlayerProps) {
  const isStill = useSyncExternalStore(watchStill, () => STILL.matches);
  useEffect(() => {
    changeLetters(list);
    delete list.dataset.letters;
  }, [list]);
  return isStill ? null : <Playing list={list} />;
}

function Playing({ list }: PlayerProps) {
  const elapsed = useRef(0);
  // If the whole conversation is already shown, it plays only when the button is pressed.
  const [state, setState] = useState<keyof typeof BUTTONS>(() =>
    list.dataset.play === 'awaited' ? 'waiting' : 'ended',
  );
  useSight(list, {
    onEnough: () => setState((now) => (now === 'waiting' ? 'playing' : now)),
    onGone: () => setState((now) => (now === 'playing' ? 'waiting' : now)),
  });

  useLayoutEffect(() => {
    if (list.dataset.play === 'awaited') show(list, shownAt(CUES, 0));
    list.dataset.play = 'ready';
    return () => show(list, undefined);
  }, [list]);
  useEffect(() => {
    if (state !== 'playing') return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      elapsed.current += Math.min(now - before, LONGEST_FRAME_MS);
      before = now;
      show(list, shownAt(CUES, elapsed.current));
      if (elapsed.current < END) frame = requestAnimationFrame(step);
      else setState('ended');
    });
    return () => cancelAnimationFrame(frame);
  }, [state, list]);

  const press = () => {
    if (state === 'ended') elapsed.current = 0;
    setState(state === 'playing' ? 'paused' : 'playing');
  };
  const { label, Icon } = BUTTONS[state];
  return (
    <button
      type="button"
      className="icon-button absolute top-0 right-0 screen-only"
      aria-label={label}
      onClick={press}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

/** Changes only what is visible, because screen readers always read the whole text. Without a cue, everything is shown. */
function show(list: HTMLElement, cue: Cue | undefined): void {
  const turns = [...list.children];
  // In browsers without the CSS highlight API, all words of a message appear at once.
  const isWordByWord = 'highlights' in CSS;
  for (const [index, turn] of turns.entries()) {
    turn.toggleAttribute('data-unsaid', cue !== undefined && index >= cue.turns);
    turn.toggleAttribute('data-thinking', isWordByWord && index + 1 === cue?.turns && cue.words === 0);
  }
  if (!isWordByWord) return;
  CSS.highlights.delete(UNSAID);
  const text = cue && turns[cue.turns - 1]?.querySelector('p')?.firstChild;
  if (!text?.nodeValue) return;
  const rest = new Range();
  rest.setStart(text, text.nodeValue.split(' ', cue?.words).join(' ').length);
  rest.setEnd(text, text.nodeValue.length);
  CSS.highlights.set(UNSAID, new Highlight(rest));
}

/** Switches to the loaded Hindi font. It may break lines differently, so the list keeps its height and nothing below moves. */
function changeLetters(list: HTMLElement): void {
  if (LETTERS?.status !== 'loaded' || document.fonts.has(LETTERS)) return;
  list.style.minHeight = `${list.getBoundingClientRect().height}px`;
  addEventListener('resize', () => list.style.removeProperty('min-height'), { once: true });
  document.fonts.add(LETTERS);
}

type Sight = { readonly onEnough: () => void; readonly onGone: () => void };

/** Calls `onEnough` when enough of the element is in view to be read, and `onGone` when nothing of it is in view. */
function useSight(element: Element, { onEnough, onGone }: Sight): void {
  const says = useEffectEvent(
    ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) => {
      const ofScreen = intersectionRect.height / (rootBounds?.height || 1);
      if (intersectionRatio >= ENOUGH.ofIt || ofScreen >= ENOUGH.ofScreen) onEnough();
      else if (intersectionRatio === 0) onGone();
    },
  );
  useEffect(() => {
    const sight = new IntersectionObserver((entries) => entries.slice(-1).forEach(says), {
      threshold: STEPS,
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, [element]);
}

function watchStill(onChange: () => void): () => void {
  STILL.addEventListener('change', onChange);
  return () => STILL.removeEventListener('change', onChange);
}

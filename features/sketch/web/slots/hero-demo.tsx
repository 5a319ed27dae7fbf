import { style as lettersStylesheet } from 'virtual:hindi-letters';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SKETCH, type SketchTurn } from '#content/features/sketch.ts';
import { whenSeen } from '#web/ui/when-idle.ts';

/** A phone's first screen shows only a part of the first message. So the player and its font load when the visitor scrolls. */
const NEAR = '0px 0px -25%';

/**
 * The sample conversation. Its player is loaded when the page is idle and the conversation comes into view. The player changes only
 * what is visible, so the height and the text for screen readers stay the same. Without the player, sketch.css shows the beginning,
 * or everything under reduced motion and without JavaScript.
 */
export default function Sketch() {
  const list = useRef<HTMLOListElement>(null);
  const [player, setPlayer] = useState<ReactNode>();

  useEffect(() => {
    const turns = list.current;
    if (!turns?.firstElementChild || !turns.lastElementChild) return;
    // Messages that the visitor has already seen are not hidden again.
    if (isHidden(turns.firstElementChild)) turns.dataset.letters = 'awaited';
    turns.dataset.play = isHidden(turns.lastElementChild) ? 'awaited' : 'ready';
    const play = async () => {
      // A decoration that does not load is no error.
      const module = await import('#features/sketch/web/sketch-player.tsx').catch(() => undefined);
      await module?.loadLetters();
      if (module) return setPlayer(<module.SketchPlayer list={turns} />);
      turns.dataset.play = 'ready';
      delete turns.dataset.letters;
    };
    return whenSeen(turns, play, NEAR);
  }, []);

  return (
    <figure className="sketch relative max-w-xl leading-normal">
      <figcaption className="flex min-h-11 items-center pr-13 text-small font-semibold text-soft">
        {SKETCH.note}
      </figcaption>
      {player}
      <ol ref={list} className="mt-1 grid gap-4.5">
        {SKETCH.turns.map(({ by, lang, words }: SketchTurn) => (
          <li
            key={words}
            className={`sketch-${by} relative isolate w-fit max-w-[92%] ${by === 'visitor' ? 'justify-self-end' : 'mt-3.5'}`}
          >
            <span className="sr-only print:not-sr-only">{`${SKETCH.speakers[by]}: `}</span>
            <p lang={lang}>{words}</p>
          </li>
        ))}
      </ol>
      {/* React ignores the content of `noscript` in the browser. */}
      <noscript>
        {import.meta.env.SSR && lettersStylesheet && <link rel="stylesheet" href={lettersStylesheet} />}
      </noscript>
    </figure>
  );
}

function isHidden(turn: Element): boolean {
  return getComputedStyle(turn).opacity === '0';
}

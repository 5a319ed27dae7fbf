import { style as lettersStylesheet } from 'virtual:hindi-letters';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SKETCH, type SketchTurn } from '#content/sketch.ts';
import { whenSeen } from '#web/ui/when-idle.ts';

/**
 * The scripted conversation, whole and still. What plays it is loaded when the page is idle and it comes into view, and only
 * changes what of it can be seen, so its height and what a screen reader reads stay the same.
 */
export function Sketch() {
  const list = useRef<HTMLOListElement>(null);
  const [player, setPlayer] = useState<ReactNode>();

  useEffect(() => {
    if (!list.current) return;
    return whenSeen(list.current, async () => {
      // A decoration that fails to load is not an error.
      const module = await import('./sketch-player.tsx').catch(() => undefined);
      await module?.loadLetters();
      if (module && list.current) setPlayer(<module.SketchPlayer list={list.current} />);
    });
  }, []);

  return (
    <figure className="sketch">
      <figcaption>{SKETCH.note}</figcaption>
      {player}
      <ol ref={list}>
        {SKETCH.turns.map(({ by, lang, words }: SketchTurn) => (
          <li key={words} className={`sketch-${by}`}>
            <span className="sr-only print:not-sr-only">{`${SKETCH.speakers[by]}: `}</span>
            <p lang={lang}>{words}</p>
          </li>
        ))}
      </ol>
      {/* React does not look into it in the browser. */}
      <noscript>
        {import.meta.env.SSR && lettersStylesheet && <link rel="stylesheet" href={lettersStylesheet} />}
      </noscript>
    </figure>
  );
}

import { SKETCH } from '#content/sketch.ts';
import { Sketch } from '#web/features/sketch/sketch.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

/** The scripted conversation, with words about it. */
export function SketchedTalk() {
  return (
    <section className="page-width sketched-talk" aria-labelledby="sketch-title">
      <SectionHead id="sketch-title" title={SKETCH.title} lead={SKETCH.lead} className="measure" />
      <Sketch />
    </section>
  );
}

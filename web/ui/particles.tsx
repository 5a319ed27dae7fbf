/**
 * Slow motes of dawn light behind the words of a section (spec §9: 80 of them, at most 120 frames a second). Fills its
 * positioned parent; decorative, and empty in the static HTML.
 */
export function Particles() {
  return <div className="particles" aria-hidden="true" data-testid="particles" />;
}

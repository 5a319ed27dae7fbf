type SunProps = { readonly x?: number; readonly y?: number; readonly radius: number };

/** The sun with its rings of light, for an SVG. `--sun-now` overrides its colour. */
export function Sun({ x, y, radius }: SunProps) {
  return (
    <g className="sun">
      <circle cx={x} cy={y} r={radius * 2} />
      <circle cx={x} cy={y} r={radius * 1.5} />
      <circle cx={x} cy={y} r={radius} />
    </g>
  );
}

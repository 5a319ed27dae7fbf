import { type ReactNode, useId } from 'react';
import { Sun } from './sun.tsx';

/** The sun's path: a quarter of an ellipse from the horizon (hour 0) to its highest point (hour 1). */
const ARC = { x: 1080, y: 300, rx: 540, ry: 252 } as const;

/**
 * A decorative strip of sky with land and the sun at the given hour.
 *
 * `children` are SVG shapes in a viewBox of 1600 × 340 with the horizon at y = 300. A phone shows about x 560 to 1240. Wide screens
 * move the shapes 240 to the right, away from the text. Classes set the colours for both themes: `sky-shape` (silhouette),
 * `sky-far` (farther silhouette), `sky-line` (thin dark stroke), `sky-light` (lit), `sky-thread` (thin light stroke).
 */
export function Horizon({ hour, children }: { readonly hour: number; readonly children?: ReactNode }) {
  // A page may have two horizons, and one of them may be hidden with its gradient, so each gradient needs its own id.
  const id = useId();
  const angle = (Math.PI / 2) * (2 - hour);
  const x = round(ARC.x + ARC.rx * Math.cos(angle));
  const y = round(ARC.y - ARC.ry * Math.sin(angle));
  return (
    <div className="horizon" aria-hidden="true">
      <svg
        className="size-full overflow-visible"
        viewBox="0 0 1600 340"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <defs>
          <radialGradient id={`${id}glow`} cx={x} cy={y} r="400" gradientUnits="userSpaceOnUse">
            <stop stopColor="var(--glow)" stopOpacity="0.95" offset="0" />
            <stop stopColor="var(--glow)" stopOpacity="0.42" offset="0.35" />
            <stop stopColor="var(--glow)" stopOpacity="0" offset="1" />
          </radialGradient>
          <clipPath id={`${id}above`}>
            <path d="M-400-700H2000V300H-400Z" />
          </clipPath>
        </defs>
        <g className="horizon-sky">
          <path
            stroke="var(--star)"
            strokeWidth="2.6"
            strokeLinecap="round"
            opacity={hour < 0.5 ? 0.75 : 0.3}
            d={STARS}
          />
          <path fill={`url(#${id}glow)`} d="M-400-700H2000V300H-400Z" />
          <path
            fill="none"
            stroke="var(--head-arc)"
            strokeWidth="1.5"
            strokeDasharray="2 9"
            opacity="0.55"
            d="M540 300A540 252 0 0 1 1620 300"
          />
          <g clipPath={`url(#${id}above)`}>
            <Sun x={x} y={y} radius={50} />
          </g>
        </g>
        <path
          className="sky-far"
          d="M0 262C120 236 210 268 330 262S520 214 660 232 880 276 1010 262 1230 218 1370 236 1540 262 1600 248V340H0Z"
        />
        <g className="horizon-picture">{children}</g>
        <path
          fill="var(--ground)"
          d="M0 340V306C220 288 420 304 640 300S1010 290 1200 299 1480 308 1600 298V340Z"
        />
      </svg>
    </div>
  );
}

const STARS =
  'M620 40h0M705 118h0M760 20h0M842 76h0M900 150h0M955 34h0M1012 96h0M1075 12h0M1130 60h0M1188 128h0M1262 26h0M1310 84h0M1382 44h0M1440 112h0M1498 22h0M1550 70h0M880 -60h0M1010 -90h0M1160 -50h0M1330 -80h0M1470 -40h0M720 -80h0';

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type SkyPath = `${'shape' | 'far' | 'line' | 'light' | 'thread'} ${string}`;

export type SkyPaths = readonly SkyPath[];

export function SkyDrawing({ paths }: { readonly paths: SkyPaths }) {
  return paths.map((path) => {
    const end = path.indexOf(' ');
    return <path key={path} className={`sky-${path.slice(0, end)}`} d={path.slice(end + 1)} />;
  });
}

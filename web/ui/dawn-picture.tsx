export default function DawnPicture() {
  return (
    <>
      <svg
        aria-hidden="true"
        className="scene-stars absolute inset-x-0 top-0 h-3/5 w-full"
        fill="none"
        stroke="var(--star)"
        strokeLinecap="round"
        viewBox="0 0 1200 420"
        preserveAspectRatio="xMidYMin slice"
      >
        <path
          strokeWidth="1.6"
          opacity="0.7"
          d="M491 72h0M988 30h0M48 107h0M128 47h0M745 64h0M225 59h0M541 292h0M345 74h0M185 316h0M802 149h0M514 136h0M1129 314h0M605 179h0M1049 40h0M598 119h0M485 73h0M174 9h0M1070 162h0M710 28h0M144 112h0M911 64h0M900 264h0M1151 41h0M214 313h0M576 273h0M494 23h0M603 130h0M739 238h0M677 6h0M666 385h0"
        />
        <path
          strokeWidth="2.6"
          opacity="0.9"
          d="M167 69h0M917 69h0M789 191h0M686 179h0M99 128h0M750 404h0M206 122h0M876 356h0M129 12h0M314 194h0M1012 183h0M80 23h0M607 278h0M418 138h0M906 111h0M456 115h0"
        />
      </svg>
      <svg
        aria-hidden="true"
        className="scene-land absolute inset-x-0 -bottom-px w-full overflow-visible"
        viewBox="0 0 1600 640"
        preserveAspectRatio="xMidYMax slice"
      >
        <defs>
          <radialGradient
            id="scene-glow"
            cx="1010"
            cy="400"
            r="390"
            gradientUnits="userSpaceOnUse"
            gradientTransform="translate(-808 0) scale(1.8 1)"
          >
            <stop stopColor="var(--sun-glow-1)" offset="0" />
            <stop stopColor="var(--sun-glow-2)" stopOpacity="0.85" offset="0.32" />
            <stop stopColor="var(--sun-glow-3)" stopOpacity="0.5" offset="0.62" />
            <stop stopColor="var(--sun-glow-4)" stopOpacity="0" offset="1" />
          </radialGradient>
          <linearGradient id="scene-water" x1="0" y1="400" x2="0" y2="640" gradientUnits="userSpaceOnUse">
            <stop stopColor="var(--water-high)" offset="0" />
            <stop stopColor="var(--water-middle)" offset="0.45" />
            <stop stopColor="var(--water-end, var(--ground))" offset="1" />
          </linearGradient>
          <linearGradient id="scene-reed" x1="0" y1="580" x2="0" y2="640" gradientUnits="userSpaceOnUse">
            <stop stopColor="var(--reed)" offset="0" />
            <stop stopColor="var(--reed)" offset="1" stopOpacity="0" />
          </linearGradient>
          <linearGradient id="scene-disc" x1="0" y1="270" x2="0" y2="400" gradientUnits="userSpaceOnUse">
            <stop stopColor="var(--sun-high)" offset="0" />
            <stop stopColor="var(--sun-low)" offset="1" />
          </linearGradient>
          <clipPath id="scene-above">
            <path d="M0-400H1760V400H0Z" />
          </clipPath>
        </defs>
        <path className="scene-light" fill="url(#scene-glow)" d="M0 0H1760V400H0Z" />
        <g clipPath="url(#scene-above)" className="scene-light">
          <g className="scene-sun" fill="none" stroke="var(--sun-ring)" strokeWidth="1.5">
            <circle opacity="0.38" cx="1010" cy="400" r="176" />
            <circle opacity="0.24" cx="1010" cy="400" r="232" />
            <circle opacity="0.13" cx="1010" cy="400" r="300" />
            <circle fill="url(#scene-disc)" stroke="none" cx="1010" cy="400" r="128" />
          </g>
        </g>
        <path
          className="scene-bird"
          fill="none"
          stroke="var(--bird)"
          strokeWidth="3"
          strokeLinecap="round"
          transform="translate(566 44)"
          d="M806 214q12-13 22 0q10-13 22 0M868 184q9-10 17 0q8-10 17 0M760 176q7-8 13 0q6-8 13 0"
        />
        <path
          fill="var(--bank-far)"
          transform="translate(0 326)"
          d="M0 70h32c2 -25 30 -30 32 -9c3 -37 58 -37 61 0c4 -45 73 -50 77 -5c2 -22 39 -22 41 0v14v-9c3 -35 54 -34 57 1c3 -32 54 -32 57 0v8v-3c2 -17 30 -16 32 1c4 -43 73 -43 77 2h38c3 -34 48 -30 50 -2c3 -37 61 -41 64 -4c2 -28 44 -32 46 -4c3 -31 53 -31 56 0v10v-7c4 -42 75 -42 79 0c2 -28 41 -28 43 7h88c3 -41 57 -37 60 -4c3 -33 62 -35 65 -2c2 -23 32 -23 34 0v6v-9c2 -26 47 -32 49 -6c3 -33 61 -31 64 2c3 -28 53 -25 56 3c4 -40 70 -40 74 0v10v-6c4 -46 73 -44 77 2c3 -26 49 -28 52 -2c2 -22 32 -18 34 4c3 -29 50 -29 53 0c2 -24 38 -24 40 0v2v-7c2 -19 33 -19 35 0c3 -29 50 -26 53 3c3 -28 50 -32 53 -4c3 -37 65 -37 68 0c2 -29 46 -29 48 0v8V76H0Z"
        />
        <path
          fill="var(--bank-near)"
          transform="translate(0 340)"
          d="M0 60h113h49c2 -35 44 -32 46 -5c2 -29 42 -27 44 2c2 -21 29 -23 30 -2c2 -22 42 -22 44 0v5v-15c2 -28 46 -33 48 -5c3 -31 49 -29 52 2c2 -27 38 -27 40 0v18v-8c2 -26 47 -28 49 -2c2 -18 30 -19 32 -1c3 -30 49 -30 52 0v11v-5c2 -20 29 -19 31 1c2 -25 33 -29 35 -4c1 -15 23 -17 24 -2c2 -26 41 -21 43 5c1 -17 26 -17 27 5h63c2 -38 40 -41 42 -13c2 -24 35 -20 37 4c2 -25 40 -25 42 0v9v-15c2 -20 33 -18 35 2c2 -23 39 -25 41 -2c2 -25 33 -21 35 4c1 -20 25 -20 26 11h67h37c1 -30 26 -31 27 -13c1 -20 25 -20 26 0v13v-15c3 -28 48 -25 51 3c1 -12 21 -15 22 -3c1 -13 21 -12 22 1c2 -29 44 -29 46 0c2 -22 29 -22 30 14h64c1 -26 21 -21 22 -5c3 -26 49 -26 52 0v5v-16c2 -22 38 -20 40 2c1 -16 28 -16 29 0v14V64H0Z"
        />
        <path
          fill="var(--bank-near)"
          d="M478 404v-34l20-15 20 15v34ZM524 404v-26h34v26ZM566 404v-40l15-11 15 11v40Z"
        />
        <path fill="var(--window)" d="M493 376h10v12h-10Z" />
        <path fill="url(#scene-water)" d="M0 400H1600V640H0Z" />
        <path
          className="scene-light"
          fill="none"
          stroke="var(--water-light)"
          strokeWidth="4"
          strokeLinecap="round"
          opacity="0.8"
          d="M933 412h156M915 421h165M926 431h140M933 442h107M942 453h117M961 465h112M981 478h105M960 492h101M932 507h137M962 523h85M967 540h74M941 558h100M963 578h93M972 599h107"
        />
        <path
          stroke="var(--window-mirrored)"
          strokeWidth="2.5"
          strokeLinecap="round"
          opacity="0.75"
          d="M494 416h9M491 430h14M495 446h7M490 466h15M494 490h9"
        />
        <g fill="var(--boat)">
          <path d="M690 470q52 15 128 9q30-4 44-17q-8 31-48 36q-62 6-98-3q-22-7-26-25Z" />
          <path d="M818 474q-3-22 0-36q-8-3-7-12q2-9 11-8q9 2 8 11q-1 5-5 8q9 12 7 37Z" />
          <path stroke="var(--boat)" strokeWidth="3.5" strokeLinecap="round" d="M806 424L884 556" />
        </g>
        <path
          fill="none"
          strokeWidth="6"
          strokeLinecap="round"
          stroke="url(#scene-reed)"
          d="M30 640q-4-90 22-168M58 640q0-70 -14-128M84 640q2-84 34-140M120 640q-2-50-18-88M1506 640q-4-74 18-142M1534 640q2-90 30-176M1562 640q0-54-14-98M1586 640q-2-70 10-120"
        />
      </svg>
    </>
  );
}

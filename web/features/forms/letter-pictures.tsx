/** For the horizon of /contact: a letter box at the road, its flag up, and a bird that waits for the post. */
export function LetterBox() {
  return (
    <g>
      <path
        className="sky-shape"
        d="M902 302v-46h-32v-26a20 20 0 0 1 20-20h56a20 20 0 0 1 20 20v26h-36v46ZM1016 302l6-60 6 60ZM1096 302l6-74 6 74ZM1176 302l6-66 6 66Z"
      />
      <path className="sky-light" d="M882 232h22v5h-22Z" />
      <path
        className="sky-line"
        d="M958 232v-28h12v9h-12M1022 244c30 10 50 2 80-14M1102 230c30 14 50 12 80 8"
      />
      <path className="sky-shape" d="M1132 234c2-9 12-12 18-6l9-3-6 7c-2 8-12 10-17 6l-9 5Z" />
    </g>
  );
}

/** For the horizon of /contact/thanks: the same letter box, its flag down again, and the letter on its way. */
export function LetterAway() {
  return (
    <g>
      <path
        className="sky-shape"
        d="M902 302v-46h-32v-26a20 20 0 0 1 20-20h56a20 20 0 0 1 20 20v26h-36v46ZM1016 302l6-60 6 60ZM1096 302l6-74 6 74ZM1176 302l6-66 6 66Z"
      />
      <path className="sky-light" d="M882 232h22v5h-22Z" />
      <path
        className="sky-line"
        d="M958 230h28v12h-10v-12M1022 244c30 10 50 2 80-14M1102 230c30 14 50 12 80 8"
      />
      <path className="sky-thread" strokeDasharray="2 9" d="M972 196c26-34 60-52 104-58" />
      <path
        className="sky-shape"
        d="M1090 128c10-8 24-9 34-3l16-31c5 12 5 25-1 37l19-3-13 12c-8 11-27 14-42 9l-19 1 9-9Z"
      />
      <path className="sky-light" d="M1072 142h36v23h-36Z" />
      <path className="sky-line" d="M1073 144l17 11 17-11" />
    </g>
  );
}

/** For the horizon of /feedback/thanks: the two roofs again, and this time the other side answers. */
export function Answer() {
  return (
    <g>
      <path className="sky-shape" d="M800 302v-54h96v-12h14v12h22v54ZM1080 302v-40l34-26 34 26v40Z" />
      <path className="sky-light" d="M820 264h16v18h-16ZM862 264h16v18h-16ZM1106 268h16v16h-16Z" />
      <path
        className="sky-shape"
        d="M866 248v-22c0-8 14-8 14 0v22ZM873 216a8 8 0 1 1 0-16 8 8 0 0 1 0 16ZM880 228l17-22 4 3-16 27ZM866 228l-17-22-4 3 16 27Z"
      />
      <path
        className="sky-shape"
        d="M1108 236v-18c0-7 12-7 12 0v18ZM1114 210a7 7 0 1 1 0-14 7 7 0 0 1 0 14ZM1108 218l-13-8-3 5 14 9ZM1096 210l-16-12v24Z"
      />
      <path className="sky-thread" d="M1068 200q-8 11 0 22M1052 192q-14 19 0 38M1036 184q-20 27 0 54" />
    </g>
  );
}

/** For the horizon of /feedback: somebody on a roof who calls across the valley, and what comes back. */
export function Megaphone() {
  return (
    <g>
      <path className="sky-shape" d="M800 302v-54h96v-12h14v12h22v54ZM1080 302v-40l34-26 34 26v40Z" />
      <path className="sky-light" d="M820 264h16v18h-16ZM1106 268h16v16h-16Z" />
      <path
        className="sky-shape"
        d="M866 248v-22c0-8 14-8 14 0v22ZM873 216a8 8 0 1 1 0-16 8 8 0 0 1 0 16ZM880 226l14-8 3 5-15 10ZM893 217l17-13v26Z"
      />
      <path className="sky-thread" d="M922 206q8 11 0 22M938 198q14 19 0 38M954 190q20 27 0 54" />
      <path
        className="sky-shape"
        d="M1108 236v-18c0-7 12-7 12 0v18ZM1114 210a7 7 0 1 1 0-14 7 7 0 0 1 0 14Z"
      />
    </g>
  );
}

/** A stamp with the half-sun, and a postmark over its corner. Decorative. */
export function Stamp({ label }: { readonly label: string }) {
  return (
    <svg viewBox="0 0 150 92" className="stamp" aria-hidden="true">
      <path className="stamp-edge" d={STAMP_EDGE} />
      <path className="stamp-sky" d="M78 12h60v56H78Z" />
      <path className="stamp-sun" d="M90 68a18 18 0 0 1 36 0Z" />
      <path className="stamp-rays" d="M108 42v-8M89 50l-6-5M127 50l6-5" />
      <path className="stamp-land" d="M78 68h60v12H78Z" />
      <g className="stamp-mark">
        <circle cx="58" cy="52" r="26" />
        <circle cx="58" cy="52" r="20" />
        <path d="M84 38c8-5 14 5 22 0s14 5 22 0M86 50c8-5 14 5 22 0s14 5 22 0M84 62c8-5 14 5 22 0s14 5 22 0" />
      </g>
      <text className="stamp-text" x="58" y="49">
        {label.split(', ')[0]}
      </text>
      <text className="stamp-text" x="58" y="60">
        {label.split(', ')[1]}
      </text>
    </svg>
  );
}

/** The toothed edge: half-circles of radius 3 along a sheet of 72 × 84. */
const STAMP_EDGE = `M72 4${'h3a3 3 0 0 0 6 0h3'.repeat(6)}${'v3a3 3 0 0 0 0 6v3'.repeat(7)}${'h-3a3 3 0 0 0-6 0h-3'.repeat(6)}${'v-3a3 3 0 0 0 0-6v-3'.repeat(7)}Z`;

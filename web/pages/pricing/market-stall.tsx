/** A fruit cart with its scales out, for the horizon of the prices: what is weighed in front of you is fair. */
export function MarketStall() {
  return (
    <>
      <path className="sky-shape" d="M960 258H1142V274H960ZM978 186h6v74h-6ZM1118 186h6v74h-6Z" />
      <path
        className="sky-shape"
        d="M958 190L976 158H1126L1144 190A15.5 11 0 0 1 1113 190A15.5 11 0 0 1 1082 190A15.5 11 0 0 1 1051 190A15.5 11 0 0 1 1020 190A15.5 11 0 0 1 989 190A15.5 11 0 0 1 958 190Z"
      />
      <path
        className="sky-line"
        d="M960 264L922 246M1000 276a17 17 0 1 0 .1 0ZM1096 276a17 17 0 1 0 .1 0ZM1000 293h.1M1096 293h.1"
      />
      <path
        className="sky-light"
        d="M992 258a8 8 0 0 1 16 0ZM1008 258a8 8 0 0 1 16 0ZM1000 248a8 8 0 0 1 16 0a8 8 0 0 1-16 0ZM1082 258a8 8 0 0 1 16 0ZM1098 258a8 8 0 0 1 16 0ZM1090 248a8 8 0 0 1 16 0a8 8 0 0 1-16 0Z"
      />
      <path
        className="sky-line"
        d="M1051 198V212M1030 214L1072 210M1030 214l-9 20M1030 214l9 20M1072 210l-9 20M1072 210l9 20"
      />
      <path className="sky-shape" d="M1018 234h24a12 9 0 0 1-24 0ZM1060 230h24a12 9 0 0 1-24 0Z" />
      <path
        className="sky-shape"
        d="M1176 300l3-46c1-12 7-18 15-18s14 6 15 18l3 46ZM1194 212a11 11 0 1 1-.1 0Z"
      />
      <path className="sky-line" d="M1186 250L1158 254" />
    </>
  );
}

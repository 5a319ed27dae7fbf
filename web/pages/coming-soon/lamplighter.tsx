/** Somebody on a ladder, hanging up the lanterns, for the horizon of what is coming. */
export function Lamplighter() {
  return (
    <>
      <path className="sky-line" d="M790 300V150M1150 300V142M790 156Q970 236 1150 148" />
      <path
        className="sky-shape"
        d="M838 180h20l5 16-5 18h-20l-5-18ZM904 199h20l5 16-5 18h-20l-5-18ZM970 203h20l5 16-5 18h-20l-5-18ZM1036 193h20l5 16-5 18h-20l-5-18Z"
      />
      <path className="sky-line" d="M848 174v6M914 192v6M980 197v6M1046 186v6M1102 168L1086 180" />
      <path className="sky-light" d="M1082 164c8 8 10 18 3 24-9 0-12-8-9-14 2 0 3 2 4 4 2-4 3-9 2-14Z" />
      <path
        className="sky-line"
        d="M1104 300L1136 176M1130 300L1150 196M1110 278h24M1115 258h23M1120 238h22M1125 218h21M1130 198h18"
      />
      <path
        className="sky-shape"
        d="M1118 236l4-42c1-10 6-15 12-15s11 6 11 15l-3 20 6 28h-10l-8-24-4 20ZM1131 158a9.500 9.500 0 1 1-.1 0Z"
      />
      <path className="sky-line" d="M1128 190L1102 176" />
    </>
  );
}

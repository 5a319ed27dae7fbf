/** A house with a lamp behind its curtain, a wall and a shut gate, for the horizon of the privacy page. */
export function ShutteredHouse() {
  return (
    <>
      <path className="sky-far" d="M820 300v-72a44 44 0 1 1 88 0v72Z" />
      <path className="sky-shape" d="M934 300V208H912L1010 140L1108 208H1086V300ZM1056 172V142h18v44Z" />
      <path className="sky-light" d="M968 218h34v40H968Z" />
      <path
        className="sky-shape"
        d="M983 214h4v46h-4ZM968 218h10c2 16-2 26-10 34ZM1002 218h-10c-2 16 2 26 10 34Z"
      />
      <path className="sky-line" d="M1030 300v-72h32v72M1053 264h.1" />
      <path className="sky-shape" d="M780 264H1128V302H780ZM772 258H1136V266H772Z" />
      <path
        className="sky-shape"
        d="M1136 302V246h10V302ZM1214 302V246h10V302ZM1222 264h150v38H1222ZM1222 258h158v8H1222Z"
      />
      <path
        className="sky-line"
        d="M1150 300V262q30-24 60 0V300M1165 300V254M1180 300V250M1195 300V254M1148 280h64"
      />
      <path className="sky-light" d="M1173 276h14v12h-14Z" />
    </>
  );
}

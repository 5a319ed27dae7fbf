/** A bench under its lamp, for the horizon of the products. */
export function Workbench() {
  return (
    <>
      <path
        className="sky-shape"
        d="M850 226H1190V240H850ZM866 240h14v60h-14ZM1160 240h14v60h-14ZM880 268h280v8H880Z"
      />
      <path className="sky-line" d="M890 226V190L934 150M890 190h.1" />
      <path className="sky-shape" d="M876 226a14 9 0 0 1 28 0ZM922 158l26-24 24 28c-16 4-34 6-50-4Z" />
      <path className="sky-light" d="M930 164a12 12 0 0 0 30 2Z" />
      <path className="sky-line" d="M1010 226V176h56v50M1018 186h40M1018 196h28M1018 206h36" />
      <path
        className="sky-shape"
        d="M1106 226v-12h-10v-14h48v14h-10v12ZM1144 204h14v6h-14ZM1160 196h6v22h-6ZM978 226v-22h-8v-10h26v10h-8v22Z"
      />
      <path className="sky-line" d="M1092 276l14-14 14 14M936 268v-14h40v14" />
    </>
  );
}

/** City roofs in three layers, for an SVG with the viewBox 1600 × 420. */
export function Roofs() {
  return (
    <>
      <path
        fill="var(--roof-far)"
        d="M0 420V250h70v-26h86v34h60v-44h50v30h96v-20h44V96q10-5 20 0v128h60v-32h74v46h90v-60h64v24h52V134q9-5 18 0v86h80v-28h110v40h58v-50h90v34h70v-26h56v46h104v-58h60v40h88v-22H1600V420Z"
      />
      <path
        fill="var(--roof-middle)"
        d="M0 420V300l48-30 48 30h34v-40h92v18h10v-26h6v-6h34v6h6v60h72v-38h86v54h64v-72l44-26 44 26v38h70v-30h110v-16h26v16h30v46h60v-62h84v-20h8v-18h36v18h8v20h40v36h90l40-28 40 28v22h62v-58h96v44h76v-30H1600V420Z"
      />
      <path
        fill="var(--roof-near)"
        d="M0 420V352h120v-26h14v14h100v-14h14v44h76l52-34 52 34h32v-62h12v12h140v-12h12v28h54v56h70v-30h90v-38h10v-22h44v22h10v38h60l46-30 46 30v26h70v-54h12v10h116v-10h12v60h90v-34h120v18H1600V420Z"
      />
    </>
  );
}

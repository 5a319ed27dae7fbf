/** A tree, two chairs, two cups and a sheet of paper between them, for the horizon of the terms. */
export function TeaTable() {
  return (
    <>
      <path className="sky-line" d="M784 300V214M784 250l-26-26M784 240l28-32" />
      <path
        className="sky-shape"
        d="M780 302l2-96h8l2 96ZM714 196a34 34 0 0 1 30-50 44 44 0 0 1 82-10 38 38 0 0 1 28 62c-36 18-104 18-140-2Z"
      />
      <path className="sky-shape" d="M972 236H1108V246H972ZM1034 246h12v46h22v10h-56v-10h22Z" />
      <path
        className="sky-shape"
        d="M990 218h22v10a8 8 0 0 1-8 8h-6a8 8 0 0 1-8-8ZM1068 218h22v10a8 8 0 0 1-8 8h-6a8 8 0 0 1-8-8Z"
      />
      <path className="sky-line" d="M1012 222h3a4 4 0 0 1 0 9h-3M1068 222h-3a4 4 0 0 0 0 9h3" />
      <path
        className="sky-line"
        d="M998 210c-4-6 4-8 0-14M1006 210c-4-6 4-8 0-14M1076 210c-4-6 4-8 0-14M1084 210c-4-6 4-8 0-14"
      />
      <path className="sky-light" d="M1024 232h34l-4-6h-26Z" />
      <path
        className="sky-line"
        d="M914 190l8 62M922 252h44M924 252l-8 48M964 252l4 48M1166 190l-8 62M1158 252h-44M1156 252l8 48M1116 252l-4 48M916 206h4M1164 206h-4"
      />
    </>
  );
}

/** Shown in the browser's own dialog (docs/product.md, "Client errors"). */
export const WINDOW_ERROR = 'Error loading page';

/** The error text shown in the browser's own dialog (docs/product.md, "Client errors"). */
export const WINDOW_ERROR = 'Error loading page';

/** The warning shown in the browser's own dialog (docs/product.md, "Developer-tools guard"). */
export const DEVELOPER_TOOLS = 'Please do not open developer tools.';

export const WINDOW_ERROR = 'Error loading page';

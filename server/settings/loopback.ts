/** Whether a host is `localhost`, in 127.0.0.0/8, or ::1. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d+){3}$/.test(host)
  );
}

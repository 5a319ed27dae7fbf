/** Stripe.js is always loaded from Stripe's host, because Stripe's rules forbid copies on other hosts. */
const STRIPE_SCRIPT = 'https://js.stripe.com/v3';

/** Loads Stripe.js once. Unlike the library's own loader, a failed load rejects, so that a later call can try again. */
export function loadStripeScript(page: Document = document): Promise<void> {
  const there = page.querySelector<HTMLScriptElement>(`script[src="${STRIPE_SCRIPT}"]`);
  if (there?.dataset.loaded !== undefined) return Promise.resolve();
  there?.remove();
  return new Promise((resolve, reject) => {
    const script = page.createElement('script');
    script.src = STRIPE_SCRIPT;
    script.onload = () => {
      script.dataset.loaded = '';
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('Stripe.js could not be loaded.'));
    };
    page.head.append(script);
  });
}

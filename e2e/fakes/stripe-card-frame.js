/** Inside the frame of the stand-in's card field: tells when the card is complete, and makes a payment method from the card. */
(() => {
  const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const tell = (/** @type {object} */ message) => parent.postMessage(message, '*');

  addEventListener('input', () => {
    const complete = field('number').value.length >= 16 && field('expiry').value !== '';
    tell({ kind: 'change', elementType: 'card', complete });
  });
  addEventListener('message', async ({ data }) => {
    if (data?.kind === 'focus') field('number').focus();
    if (data?.kind === 'style') {
      const { color, fontSize, fontFamily } = data.style.base;
      Object.assign(document.body.style, { color, fontSize, fontFamily });
    }
    if (data?.kind === 'make-payment-method')
      tell({ kind: 'payment-method', result: await makeMethod(data.key) });
  });
  addEventListener('DOMContentLoaded', () => tell({ kind: 'ready' }));

  async function makeMethod(/** @type {string} */ key) {
    const body = new URLSearchParams({ key, type: 'card', 'card[number]': field('number').value });
    const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body });
    const json = await answer.json();
    return answer.ok ? { paymentMethod: json } : { error: json.error };
  }
})();

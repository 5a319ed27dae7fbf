/**
 * Inside the frame of the stand-in's card field: reports whether the card is complete, and makes a payment method from the card.
 */
(() => {
  const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const tell = (/** @type {object} */ message) => parent.postMessage(message, '*');
  const problem = () => {
    if (field('number').value.replaceAll(' ', '').length < 16)
      return {
        type: 'validation_error',
        code: 'incomplete_number',
        message: 'Your card number is incomplete.',
      };
    if (field('expiry').value === '')
      return {
        type: 'validation_error',
        code: 'incomplete_expiry',
        message: "Your card's expiration date is incomplete.",
      };
    return undefined;
  };

  addEventListener('input', () =>
    tell({ kind: 'change', elementType: 'card', complete: problem() === undefined }),
  );
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
    const error = problem();
    if (error !== undefined) return { error };
    const body = new URLSearchParams({ key, type: 'card', 'card[number]': field('number').value });
    const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body });
    const json = await answer.json();
    return answer.ok ? { paymentMethod: json } : { error: json.error };
  }
})();

/**
 * A stand-in for the parts of `https://js.stripe.com/v3` that `@stripe/react-stripe-js` and `@formspree/core` use: a card field
 * in a frame from Stripe's host, payment methods, and the bank's request for a confirmation in another frame. Like the real
 * script, it calls only Stripe's hosts, so the page's Content Security Policy must allow them.
 */
(() => {
  const SCRIPTS = 'https://js.stripe.com';
  const HOOKS = 'https://hooks.stripe.com';
  const API = 'https://api.stripe.com';

  /**
   * @param {string} path
   * @param {Record<string, string>} params
   * @param {'GET' | 'POST'} method
   */
  async function call(path, params, method) {
    const form = new URLSearchParams(params);
    const answer =
      method === 'GET' ? fetch(`${API}${path}?${form}`) : fetch(`${API}${path}`, { method, body: form });
    return (await answer).json();
  }

  /**
   * The next message of a kind that a frame sends.
   * @param {HTMLIFrameElement} frame
   * @param {string} kind
   * @returns {Promise<any>}
   */
  function messageFrom(frame, kind) {
    return new Promise((resolve) => {
      const hear = (/** @type {MessageEvent} */ event) => {
        if (event.source !== frame.contentWindow || event.data?.kind !== kind) return;
        removeEventListener('message', hear);
        resolve(event.data);
      };
      addEventListener('message', hear);
    });
  }

  /**
   * @param {string} src
   * @param {string} title
   */
  function makeFrame(src, title) {
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.title = title;
    frame.style.border = '0';
    return frame;
  }

  /** @param {() => void} forget */
  function makeCardElement(forget) {
    const frame = makeFrame(`${SCRIPTS}/stand-in/card`, 'Secure card payment input frame');
    // The real frame has this permission too, because it may show a wallet's button.
    frame.allow = 'payment *';
    frame.style.width = '100%';
    frame.style.height = '1.5em';
    /** @type {Map<string, (event: object) => void>} */
    const heard = new Map();
    const hear = (/** @type {MessageEvent} */ event) => {
      if (event.source === frame.contentWindow) heard.get(event.data?.kind)?.(event.data);
    };
    return {
      frame,
      /** @param {HTMLElement} node */
      mount(node) {
        addEventListener('message', hear);
        node.classList.add('StripeElement');
        node.append(frame);
      },
      /** @param {string} name @param {(event: object) => void} listener */
      on: (name, listener) => void heard.set(name, listener),
      /** @param {string} name */
      off: (name) => void heard.delete(name),
      /** @param {{ style?: object }} options */
      update: ({ style }) => frame.contentWindow?.postMessage({ kind: 'style', style }, SCRIPTS),
      focus: () => frame.contentWindow?.postMessage({ kind: 'focus' }, SCRIPTS),
      destroy() {
        removeEventListener('message', hear);
        frame.remove();
        forget();
      },
    };
  }

  function makeElements() {
    /** @type {ReturnType<typeof makeCardElement> | null} */
    let card = null;
    return {
      create() {
        card = makeCardElement(() => {
          card = null;
        });
        return card;
      },
      getElement: () => card,
      update() {},
    };
  }

  /** @param {string} key */
  function Stripe(key) {
    return {
      elements: makeElements,
      createToken: notHere,
      confirmCardPayment: notHere,

      /** @param {{ card: ReturnType<typeof makeCardElement> }} params */
      async createPaymentMethod({ card }) {
        const answer = messageFrom(card.frame, 'payment-method');
        card.frame.contentWindow?.postMessage({ kind: 'make-payment-method', key }, SCRIPTS);
        return (await answer).result;
      },

      /** @param {string} secret */
      async handleCardAction(secret) {
        const id = secret.split('_secret_')[0] ?? '';
        const known = { key, client_secret: secret };
        const intent = await call(`/v1/payment_intents/${id}`, known, 'GET');
        if (intent.status !== 'requires_action')
          return { error: { type: 'invalid_request_error', message: 'There is nothing to do.' } };
        const frame = makeFrame(`${HOOKS}/stand-in/bank`, 'Authentication by your bank');
        frame.style.cssText = 'position:fixed;inset:10%;width:80%;height:80%;background:#fff;z-index:9999';
        document.body.append(frame);
        const { outcome } = await messageFrom(frame, 'bank');
        frame.remove();
        const after = await call('/v1/3ds2/authenticate', { ...known, source: id, outcome }, 'POST');
        return after.status === 'requires_confirmation'
          ? { paymentIntent: after }
          : { error: after.last_payment_error };
      },
    };
  }
  Stripe.version = 3;

  function notHere() {
    throw new Error('The stand-in for Stripe.js cannot do this.');
  }

  Object.assign(window, { Stripe });
})();

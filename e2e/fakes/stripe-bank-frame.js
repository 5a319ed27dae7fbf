/** Inside the frame of the stand-in's bank: the cardholder approves or refuses the payment. */
addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) parent.postMessage({ kind: 'bank', outcome: target.id }, '*');
});

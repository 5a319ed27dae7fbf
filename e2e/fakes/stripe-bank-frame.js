/** Inside the frame of the stand-in's bank: the cardholder says yes or no. */
addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) parent.postMessage({ kind: 'bank', outcome: target.id }, '*');
});

/** Inside the frame of the stand-in's bank: the cardholder says yes or no. */
for (const outcome of ['agreed', 'refused']) {
  document
    .getElementById(outcome)
    ?.addEventListener('click', () => parent.postMessage({ kind: 'bank', outcome }, '*'));
}

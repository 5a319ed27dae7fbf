// The console works without this. With it: what a browser signs, keys, and a count of unread messages that follows them,
// and a button to undo that goes by itself.

for (const part of [sign, countUnread, useKeys, tickAll, endUndo]) part();

/** Asks the browser to sign, and sends that along with the form. */
function sign() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector('#proof'));
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#proof-signed'));
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('#sign'));
  const problem = /** @type {HTMLElement | null} */ (document.querySelector('#sign-problem'));
  if (!form || !field || !button || !problem || !('PublicKeyCredential' in window)) return;
  button.hidden = false;
  button.focus();
  button.addEventListener('click', async () => {
    problem.textContent = '';
    button.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(button.dataset.options ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ purpose: 'proof' }),
      });
      const { options, message } = await answer.json();
      if (!answer.ok) throw new Error(message);
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const signed = await navigator.credentials.get({ publicKey });
      if (!(signed instanceof PublicKeyCredential)) throw new Error();
      field.value = JSON.stringify(signed.toJSON());
      field.disabled = false;
      for (const other of form.querySelectorAll('[name="proof_password"], [name="proof_code"]'))
        if (other instanceof HTMLInputElement) other.disabled = true;
      form.submit();
    } catch (error) {
      const isOurs = error instanceof Error && !(error instanceof DOMException) && error.message !== '';
      problem.textContent = isOurs ? error.message : 'That didn’t work. Please try again.';
      button.removeAttribute('aria-busy');
    }
  });
}

/** How many messages nobody has read, in the menu; asked again while the page is seen. */
function countUnread() {
  const shown = /** @type {HTMLElement | null} */ (document.querySelector('[data-unread]'));
  if (!shown) return;
  const ask = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(shown.dataset.unread ?? '', { headers: { accept: 'application/json' } });
      const { unread } = await answer.json();
      if (!answer.ok) return;
      shown.textContent = unread > 0 ? (unread < 1000 ? String(unread) : '999+') : '';
      shown.title = `${unread} unread`;
    } catch {
      // The line is down: the next time will tell.
    }
  };
  void ask();
  setInterval(ask, 30_000);
  document.addEventListener('visibilitychange', ask);
}

/** j and k walk through a list, Enter opens; a row’s other keys press the button that names them in `data-key`. */
function useKeys() {
  const rows = [...document.querySelectorAll('[data-row]')];
  let at = -1;
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isTyping =
      target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((key === 'j' || key === 'k') && rows.length > 0) {
      at = Math.min(rows.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)));
      rows[at]?.querySelector('a')?.focus();
      return;
    }
    const row = target instanceof HTMLElement ? target.closest('[data-row]') : null;
    const inRow = /** @type {HTMLElement | null | undefined} */ (
      row?.querySelector(`[data-key="${CSS.escape(key)}"]`)
    );
    const button =
      inRow ??
      /** @type {HTMLElement | null} */ (
        document.querySelector(`main [data-key="${CSS.escape(key)}"]:not([data-row] *)`)
      );
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}

/** One tick for all rows. */
function tickAll() {
  const all = /** @type {HTMLInputElement | null} */ (document.querySelector('#tick-all'));
  if (!all) return;
  all.closest('label')?.removeAttribute('hidden');
  all.addEventListener('change', () => {
    for (const tick of document.querySelectorAll('input[name="id"]'))
      if (tick instanceof HTMLInputElement) tick.checked = all.checked;
  });
}

/** What was done can be undone for ten seconds. */
function endUndo() {
  const undo = /** @type {HTMLElement | null} */ (document.querySelector('[data-undo]'));
  if (undo) setTimeout(() => undo.remove(), 10_000);
}

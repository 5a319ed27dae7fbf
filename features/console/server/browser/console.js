// The console works without this script. The script signs with passkeys, handles keys, shows new messages, sends each form only
// once, asks before typed text is lost, removes the undo button after ten seconds, and copies the link of an invitation.

for (const part of [showTheme, sign, countUnread, useKeys, tickRows, sendOnce, askToLeave, endUndo, copyLink])
  part();

function showTheme() {
  try {
    const { theme } = localStorage;
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Reading throws if the browser blocks the storage. The page then has the device's theme.
  }
}

/** Asks the browser for a signature of a passkey, and sends it with the form. */
function sign() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector('#proof'));
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('#sign'));
  const problem = /** @type {HTMLElement | null} */ (document.querySelector('#sign-problem'));
  const signs = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  if (!form || !button || !problem || !signs) return;
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
      // No field holds the signature: a download does not replace the page, and the next press would send it again.
      const sign = (/** @type {FormDataEvent} */ { formData }) =>
        formData.set('proof_signed', JSON.stringify(signed.toJSON()));
      form.addEventListener('formdata', sign);
      form.noValidate = true;
      form.requestSubmit();
      form.noValidate = false;
      form.removeEventListener('formdata', sign);
    } catch (error) {
      const isOurs = error instanceof Error && !(error instanceof DOMException) && error.message !== '';
      problem.textContent = isOurs ? error.message : 'That didn’t work. Please try again.';
    }
    button.removeAttribute('aria-busy');
  });
}

/** Keeps the number of unread messages in the menu up to date. The inbox also counts new messages, even in a hidden tab. */
function countUnread() {
  const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-unread]'));
  const news = /** @type {HTMLElement | null} */ (document.querySelector('#news'));
  if (!shown[0]) return;
  const since = news?.dataset.since;
  const { title } = document;
  const path = `${shown[0].dataset.unread}${since ? `?since=${since}` : ''}`;
  const ask = async () => {
    if (document.hidden && !since) return;
    try {
      const answer = await fetch(path, { headers: { accept: 'application/json' } });
      const { unread, news: come } = await answer.json();
      if (!answer.ok) return;
      for (const place of shown) {
        place.textContent = unread > 0 ? (unread < 1000 ? String(unread) : '999+') : '';
        place.title = `${unread} unread`;
      }
      const template = news?.querySelector('template');
      document.title = come > 0 ? `(${come}) ${title}` : title;
      if (come > 0 && template) template.replaceWith(template.content);
    } catch {
      // If the server cannot be reached, the number stays. The next request tries again.
    }
  };
  void ask();
  setInterval(ask, 15_000);
  document.addEventListener('visibilitychange', ask);
}

/** A key presses the button whose `data-key` names it: the button for all ticked rows, or the button of the focused row. */
function useKeys() {
  const rows = [...document.querySelectorAll('[data-row]')];
  const search = /** @type {HTMLElement | null} */ (document.querySelector('main input[type="search"]'));
  const help = /** @type {HTMLDialogElement | null} */ (document.querySelector('#keys'));
  const button = /** @type {HTMLElement | null} */ (document.querySelector('#show-keys'));
  // Finds the row that had the focus. A form sent by a key puts the number of this row into the hash, and the redirect keeps the
  // hash.
  const from = Number(/^#row-(\d+)$/.exec(location.hash)?.[1] ?? Number.NaN);
  const row = rows[Math.min(rows.length - 1, from)]?.querySelector('a');
  // Without such a row, the focus goes to the words about what was done, which lead to “Undo”.
  (row ?? /** @type {HTMLElement | null} */ (document.querySelector('#done')))?.focus();
  button?.parentElement?.removeAttribute('hidden');
  button?.addEventListener('click', () => help?.showModal());
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || help?.open)
      return;
    if (key === 'Escape' && (target === search || target.matches('textarea'))) target.blur();
    if (target.matches('input:not([type="checkbox"]), textarea, select')) return;
    const row = target.closest('[data-row]');
    if (key === '?') help?.showModal();
    else if (key === '/') search?.focus();
    else if (key === 'o') row?.querySelector('a')?.click();
    else if (key === 'x') row?.querySelector('input')?.click();
    else if ((key === 'j' || key === 'k') && rows.length > 0) {
      const at = row ? rows.indexOf(row) + (key === 'j' ? 1 : -1) : 0;
      rows[Math.min(rows.length - 1, Math.max(0, at))]?.querySelector('a')?.focus();
    } else {
      const named = `[data-key="${CSS.escape(key)}"]`;
      const isTicked = document.querySelector('input[name="id"]:checked') !== null;
      const ofRow = /** @type {HTMLElement | null | undefined} */ (
        isTicked ? null : row?.querySelector(named)
      );
      const ofPage = /** @type {HTMLElement | null} */ (
        document.querySelector(`main ${named}:not([data-row] *${isTicked ? '' : ', .list > .list-tools *'})`)
      );
      const pressed = ofRow ?? ofPage;
      if (!pressed) return;
      const left = isTicked ? rows.findIndex((one) => one.querySelector('input:checked')) : from;
      const at = row && !isTicked ? rows.indexOf(row) : left;
      if (at >= 0 && pressed instanceof HTMLButtonElement && !pressed.hasAttribute('formaction'))
        pressed.formAction = `${pressed.form?.action}#row-${at}`;
      pressed.click();
    }
    event.preventDefault();
  });
}

function tickRows() {
  const all = /** @type {HTMLInputElement | null} */ (document.querySelector('#tick-all'));
  const count = document.querySelector('#ticked');
  if (!all || !count) return;
  const rows = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('[data-row] input[name="id"]')
  );
  const tell = () => {
    const ticked = [...rows].filter(({ checked }) => checked).length;
    count.textContent = ticked > 0 ? `${ticked} chosen` : '';
  };
  all.closest('label')?.removeAttribute('hidden');
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked;
  });
  all.form?.addEventListener('change', tell);
  // After “Back”, the browser restores the ticked boxes, so they are counted at the start too.
  tell();
}

/** Ignores a second press on a button while its form is on its way: it would write a note, or mail an invitation, twice. */
function sendOnce() {
  /** @type {EventTarget | null} */
  let pressed = null;
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    // Searches and the dialog of the keyboard shortcuts write nothing, and may be sent or closed again at once.
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
    const button = submitter ?? target;
    if (button === pressed) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    pressed = button;
    // A download does not replace the page, and its form may be sent again.
    setTimeout(() => {
      if (pressed === button) pressed = null;
    }, 3_000);
  });
}

/** Asks before typed text is lost that was not sent. Only the page keeps this text. */
function askToLeave() {
  const isRefused = document.querySelector('main [role="alert"]') !== null;
  /** @type {EventTarget | null} */
  let sent = null;
  document.addEventListener('submit', ({ target }) => {
    sent = target;
    // A download does not replace the page, so the problem of an earlier attempt would stay, and so would a spent proof.
    document.querySelector('main [role="alert"]')?.remove();
    const proof = /** @type {HTMLFormElement | null} */ (document.querySelector('#proof'));
    if (target === proof) setTimeout(() => proof?.reset());
  });
  window.addEventListener('beforeunload', (event) => {
    /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
    const fields = document.querySelectorAll('textarea, input:not([type], [autocomplete])');
    for (const { form, type, value, defaultValue } of fields) {
      // The server fills a text area only with text that was not stored. It fills an input also with stored text, unless it has
      // refused a form.
      const isTyped = type === 'textarea' || isRefused ? value.trim() !== '' : value !== defaultValue;
      if (isTyped && form !== sent) event.preventDefault();
    }
  });
}

function endUndo() {
  const undo = /** @type {HTMLElement | null} */ (document.querySelector('[data-undo]'));
  if (!undo) return;
  setTimeout(() => {
    // A focused button would take the keyboard focus away with it.
    if (undo.contains(document.activeElement)) undo.addEventListener('focusout', () => undo.remove());
    else undo.remove();
  }, 10_000);
}

function copyLink() {
  const link = document.querySelector('.copy');
  const button = /** @type {HTMLElement | null} */ (document.querySelector('#copy'));
  if (!link || !button) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(link.textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Please select the link and copy it';
    }
  });
}

// Keys: j and k move over the rows of a list, / searches, u goes back to the list, ? tells the keys.
(() => {
  'use strict';
  const rows = () => [...document.querySelectorAll('a.row')];

  function move(by) {
    const all = rows();
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1);
    all[next].focus();
    all[next].scrollIntoView({ block: 'nearest' });
  }

  function search() {
    const field = document.getElementById('q');
    if (field) { field.focus(); field.select(); } else { location.href = '/bugs'; }
  }

  const actions = {
    j: () => move(1),
    k: () => move(-1),
    '/': search,
    u: () => { const up = document.getElementById('up'); if (up) up.click(); },
    '?': () => { const keys = document.getElementById('keys'); if (!keys.open) keys.showModal(); },
  };

  document.addEventListener('keydown', (event) => {
    const field = event.target.closest('input:not([type=checkbox]):not([type=range]), select, textarea');
    if (field) {
      if (event.key === 'Escape') field.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });
})();

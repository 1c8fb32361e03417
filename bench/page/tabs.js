/** The tabs: sums, signatures, KZG, Groth16. Arrow keys move between them, as in all such lists. */
import { byId, create } from './dom.js';
import { WORKS } from './settings.js';

/**
 * @param {import('./settings.js').Work} chosen
 * @param {(work: import('./settings.js').Work) => void} onChange
 */
export function showTabs(chosen, onChange) {
  const names = /** @type {(import('./settings.js').Work)[]} */ (Object.keys(WORKS));
  const tabs = names.map((work) => {
    const attributes = { type: 'button', role: 'tab', id: `tab-${work}`, 'aria-controls': 'panel' };
    const tab = create('button', attributes, WORKS[work]);
    tab.addEventListener('click', () => choose(work));
    return tab;
  });
  const choose = (/** @type {import('./settings.js').Work} */ work) => {
    tabs.forEach((tab, i) => {
      const isChosen = names[i] === work;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    });
    byId('panel').setAttribute('aria-labelledby', `tab-${work}`);
    onChange(work);
  };
  byId('tabs').replaceChildren(...tabs);
  byId('tabs').addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const at = names.indexOf(/** @type {any} */ (document.body.dataset.work));
    const next = (at + step + names.length) % names.length;
    choose(names[next]);
    tabs[next].focus();
  });
  choose(chosen);
}

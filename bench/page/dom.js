/** Elements of the page. */

/** @type {<T extends HTMLElement>(id: string) => T} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function create(tag, attributes = {}, text = '') {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/**
 * Runs in a page: horizontal scrolling, and elements beyond the edges.
 *
 * @returns {string[]} a line for each fault
 */
export function findWide() {
  const faults = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`${scrollWidth} pixels wide in ${innerWidth}`);
  for (const element of /** @type {any} */ (document.querySelectorAll('body *'))) {
    if (!element.checkVisibility() || element.closest('.scroll, svg')) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && (right > innerWidth + 1 || left < -1))
      faults.push(`beyond the edge: ${element.textContent.trim().slice(0, 40)}`);
  }
  return faults;
}

/**
 * Runs in a page: text whose contrast is below 4.5, and controls without a name.
 * Colours are blended by painting them, so that every notation is understood.
 *
 * @returns {string[]} a line for each fault
 */
export function findFaults() {
  const LEAST_CONTRAST = 4.5;
  const canvas = document.createElement('canvas');
  const context = /** @type {any} */ (canvas.getContext('2d', { willReadFrequently: true }));
  const faults = [];

  const paint = (colours) => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const luminance = (channels) => {
    const [r, g, b] = channels
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, data } = /** @type {any} */ (walker.currentNode);
    if (!data.trim() || !element.checkVisibility() || element.closest('noscript, :disabled'))
      continue;
    // The label of a disabled control is as faint as it.
    if (element.closest('label')?.querySelector(':disabled')) continue;
    const grounds = [];
    for (let at = element; at; at = at.parentElement) {
      grounds.unshift(getComputedStyle(at).backgroundColor);
    }
    const { color } = getComputedStyle(element);
    const [light, dark] = [paint([...grounds, color]), paint(grounds)]
      .map(luminance)
      .sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < LEAST_CONTRAST) faults.push(`contrast ${contrast.toFixed(2)}: ${data.trim()}`);
  }

  for (const control of /** @type {any} */ (
    document.querySelectorAll('input, select, button, a, summary, progress')
  )) {
    const labels = [...(control.labels ?? [])]
      .map((/** @type {Element} */ label) => label.textContent)
      .join('');
    const name = control.getAttribute('aria-label') ?? (labels || control.textContent);
    if (!name.trim()) faults.push(`no name: ${control.outerHTML.slice(0, 60)}`);
  }
  return faults;
}

/**
 * Runs in a page: elements that take the focus before another one that stands above them, or left
 * of them in a row. Columns beside each other are read one after the other.
 *
 * @returns {string[]} a line for each
 */
export function findDisorder() {
  const found = /** @type {any[]} */ ([
    ...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]'),
  ]).filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0);
  const boxes = found.map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top: top + scrollY, bottom: bottom + scrollY, element };
  });
  return boxes.slice(1).flatMap((box, i) => {
    const before = boxes[i];
    const isBelow = box.top >= before.top - 2;
    const isRight = box.left >= before.right - 2;
    const name = box.element.outerHTML.slice(0, 60);
    return isBelow || isRight ? [] : [`${name} comes after what is below it`];
  });
}

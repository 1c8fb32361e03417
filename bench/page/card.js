/** A result as a picture of 1200 × 630, the size that links are shown with. */
import { formatMs, formatRatio } from './report.js';
import { summarize } from './summary.js';

const [WIDTH, HEIGHT] = [1200, 630];
const INK = { text: '#1c2127', soft: '#59636e', own: '#1257c4', bar: '#8c959f', ground: '#ffffff' };
const MOST_BARS = 5;

/**
 * @param {import('./summary.js').AnyReport} report not empty
 * @returns {Promise<Blob>} PNG
 */
export async function drawCard(report) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const { title, bars, foot } = summarize(report);
  const text = (
    /** @type {string} */ words,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ size,
    style = INK.text,
    weight = 400,
  ) => {
    context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
    context.fillStyle = style;
    context.fillText(words, x, y, WIDTH - x - 60);
  };
  context.fillStyle = INK.ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  text('curvemill', 60, 84, 34, INK.own, 700);
  text(title, 60, 156, 46, INK.text, 650);
  const { Engine, System } = report.device;
  text(
    [Engine, System, report.date.slice(0, 10)].filter(Boolean).join(' · '),
    60,
    202,
    27,
    INK.soft,
  );
  const rows = bars.slice(0, MOST_BARS);
  const longest = Math.max(...rows.map(({ medianMs }) => medianMs));
  rows.forEach(({ name, isPeer, medianMs, ratio }, i) => {
    const y = 254 + 68 * i;
    text(name, 60, y + 32, 27, isPeer ? INK.soft : INK.text, isPeer ? 400 : 600);
    context.fillStyle = isPeer ? INK.bar : INK.own;
    const width = Math.max(6, (500 * medianMs) / longest);
    context.fillRect(400, y, width, 44);
    const times = ratio && ratio > 1.005 ? `, ${formatRatio(ratio)}` : '';
    text(`${formatMs(medianMs)}${times}`, 416 + width, y + 32, 27, INK.text, 600);
  });
  text(foot, 60, 600, 22, INK.soft);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * The popup of the extension: it proves on all threads, and lets the service worker verify. The
 * popup ends when it loses the focus, and its proof with it; where a proof takes long, the service
 * worker makes it: `chrome.runtime.sendMessage({ task: 'prove', input })`.
 */
import { groth16 } from 'snarkjs';

const [start, bar, result] = ['start', 'bar', 'result'].map((id) => document.getElementById(id));

start.addEventListener('click', async () => {
  [start.disabled, result.textContent] = [true, ''];
  try {
    const input = await (await fetch('input.json')).json();
    const onProgress = ({ done, total }) => (bar.value = done / total);
    const files = ['circuit.wasm', 'circuit_final.zkey'];
    const proved = await groth16.fullProve(input, ...files, { onProgress });
    const verified = await chrome.runtime.sendMessage({ task: 'verify', ...proved });
    result.textContent = JSON.stringify({ ...proved, verified }, null, 2);
  } catch (error) {
    result.textContent = String(error);
  } finally {
    start.disabled = false;
  }
});

// Serves a headless browser's WebGPU to `chromium.py`: node browser_server.mjs INDEX-OF-PLAYWRIGHT READ-FD WRITE-FD.
// The first frame names the browser, its flags and the device; every further one is a program.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import { readFrame, writeFrame } from './frames.mjs';

const { chromium } = createRequire(import.meta.url)(process.argv[2]);
const PLACE = 'http://127.0.0.1/'; // a secure context; nothing listens there, all is answered here
const DEVICE = fs.readFileSync(new URL('./webgpu_device.mjs', import.meta.url), 'utf8');
const PAGE = `<script type="module">
import { open, run } from '/webgpu_device.mjs';
const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
function encoded(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}
window.openDevice = async (header) => navigator.gpu ? open(navigator.gpu, header) : { unavailable: 'it has no WebGPU' };
window.runProgram = async ({ header, data }) => {
  const start = performance.now();
  const bytes = decoded(data);
  const [answer, result] = await run(header, bytes);
  return { answer: { ...answer, seconds: (performance.now() - start) / 1000 }, data: encoded(result ?? new Uint8Array(0)) };
};
</script>`;

async function answerRequest(route) {
  const wanted = new URL(route.request().url()).pathname;
  if (wanted === '/webgpu_device.mjs') await route.fulfill({ contentType: 'text/javascript', body: DEVICE });
  else await route.fulfill({ contentType: 'text/html', body: PAGE });
}

const [first] = readFrame();
const browser = await chromium.launch({
  executablePath: first.browser, headless: true, args: first.flags, handleSIGTERM: false, handleSIGHUP: false,
});
const page = await browser.newPage();
page.setDefaultTimeout(0);
await page.route('**/*', answerRequest);
await page.goto(PLACE);
await page.waitForFunction('window.runProgram');
const opened = await page.evaluate((header) => window.openDevice(header), first);
writeFrame({ ...opened, version: browser.version() });
for (;;) {
  const [header, bytes] = readFrame();
  const data = bytes.toString('base64');
  const told = await page.evaluate((given) => window.runProgram(given), { header: { ...header, yields: true }, data });
  writeFrame(told.answer, Buffer.from(told.data, 'base64'));
}

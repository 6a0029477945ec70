// Serves a headless browser's WebGPU or WebGL to `chromium.py`: node browser_server.mjs INDEX-OF-PLAYWRIGHT READ-FD WRITE-FD.
// The first frame names the API, the browser, its flags and the device; every further one is a program.
// Frames go to the page and its answers come over a WebSocket: it carries bytes as they are, which evaluating a script with them
// does not, and a message takes a tenth of what a request over HTTP takes.

import fs from 'node:fs';
import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { frameOf, partsOf, readFrame, writeFrame } from './frames.mjs';
import { accept, messageOf } from './websocket.mjs';

const { chromium } = createRequire(import.meta.url)(process.argv[2]);
const SECRET = `/${randomUUID()}`;
const PAGE = `<!doctype html><script type="module">
import { open, run } from '${SECRET}/device.mjs';
import { idle } from '${SECRET}/pause.mjs';

function partsOf(frame) {
  const lengths = new DataView(frame.buffer);
  const behind = 8 + lengths.getUint32(0, true);
  return [JSON.parse(new TextDecoder().decode(frame.subarray(8, behind))), frame.subarray(behind)];
}

function frameOf(header, bytes = new Uint8Array(0)) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const frame = new Uint8Array(8 + text.length + bytes.length);
  const lengths = new DataView(frame.buffer);
  lengths.setUint32(0, text.length, true);
  lengths.setUint32(4, bytes.length, true);
  frame.set(text, 8);
  frame.set(bytes, 8 + text.length);
  return frame;
}

const line = new WebSocket('ws://' + location.host + '${SECRET}/line');
line.binaryType = 'arraybuffer';
await new Promise((resolve) => { line.onopen = resolve; });

function exchange(answer) {
  return new Promise((resolve) => {
    line.onmessage = (event) => resolve(partsOf(new Uint8Array(event.data)));
    line.send(answer);
  });
}

async function timed(header, bytes) {
  const start = performance.now(), before = idle;
  const seconds = () => (performance.now() - start) / 1000 - (idle - before);
  try {
    const [answer, result] = await run({ ...header, yields: true }, bytes);
    return frameOf({ ...answer, seconds: seconds() }, result);
  } catch (error) {
    // V8 has no other error for an image that finds no memory.
    if (error instanceof RangeError) return frameOf({ broken: 'out of memory: ' + error.message, seconds: seconds() });
    throw error;
  }
}

let [header, bytes] = await exchange(new Uint8Array(0));
const opened = await open(navigator.gpu, header);
[header, bytes] = await exchange(frameOf(opened));
for (;;) [header, bytes] = await exchange(await timed(header, bytes));
</script>`;

// Ends as the page or the browser ended: the worker sees that as a death of its own.
function fail(what) {
  console.error(`${what} ended`);
  process.exit(70);
}

let version = '';
let given = 0;
function step(answer, socket) {
  if (given === 1) { const [header] = partsOf(answer); writeFrame({ ...header, version }); }
  if (given > 1) writeFrame(...partsOf(answer));
  const [header, bytes] = given ? readFrame() : first;
  given += 1;
  socket.write(messageOf(frameOf(header, bytes)));
}

const server = http.createServer((request, response) => {
  const script = scripts.get(request.url);
  if (script) response.setHeader('content-type', 'text/javascript').end(script);
  else if (request.url === `${SECRET}/`) response.setHeader('content-type', 'text/html').end(PAGE);
  else response.writeHead(404).end();
});
server.on('upgrade', (request, socket) => {
  if (request.url === `${SECRET}/line`) accept(request, socket, (answer) => step(answer, socket), () => fail('the page'));
  else socket.destroy();
});
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });

const first = readFrame();
const shared = ['pause', 'webgl_attachments', 'webgl_points', 'webgpu_draws', 'webgpu_points', 'webgpu_storage_images', 'webgpu_textures'].map((name) => [name, name]);
const scripts = new Map([['device', `${first[0].api}_device`], ...shared].map(([name, file]) => (
  [`${SECRET}/${name}.mjs`, fs.readFileSync(new URL(`./${file}.mjs`, import.meta.url))]
)));
const browser = await chromium.launch({
  executablePath: first[0].browser, headless: true, args: first[0].flags, handleSIGTERM: false, handleSIGHUP: false,
});
version = browser.version();
browser.on('disconnected', () => fail('the browser'));
const page = await browser.newPage();
page.on('crash', () => fail('the page'));
page.on('pageerror', (error) => fail(`a script (${error.stack ?? error})`));
await page.goto(`http://127.0.0.1:${server.address().port}${SECRET}/`, { waitUntil: 'commit' });

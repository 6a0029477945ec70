// Serves Dawn to `dawn.py`: node dawn_server.mjs INDEX-OF-PACKAGE READ-FD WRITE-FD.
// The first frame opens the device; every further one is a program. Answers come in the same order.

import { pathToFileURL } from 'node:url';
import { readFrame, writeFrame } from './frames.mjs';
import { open, run } from './webgpu_device.mjs';

const { create, globals } = await import(pathToFileURL(process.argv[2]).href);
Object.assign(globalThis, globals);

const [first] = readFrame();
const gpu = create(first.flags); // Dawn lives as long as this
writeFrame(await open(gpu, first));
for (;;) {
  const [header, bytes] = readFrame();
  const start = performance.now();
  const [answer, result] = await run(header, bytes);
  writeFrame({ ...answer, seconds: (performance.now() - start) / 1000 }, result);
}

// Frames to and from a worker, see `child.py`: two little-endian 32-bit lengths, a JSON header of the first length, and bytes of
// the second. The descriptors are the last two words of the command line.

import fs from 'node:fs';

const [source, sink] = process.argv.slice(-2).map(Number);

function readExactly(size) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const got = fs.readSync(source, bytes, at, size - at);
    if (got === 0) process.exit(0);
    at += got;
  }
  return bytes;
}

export function readFrame() {
  const lengths = readExactly(8);
  const header = JSON.parse(readExactly(lengths.readUInt32LE(0)).toString('utf8'));
  return [header, readExactly(lengths.readUInt32LE(4))];
}

export function writeFrame(header, bytes) {
  const frame = frameOf(header, bytes);
  for (let at = 0; at < frame.length; ) at += fs.writeSync(sink, frame, at);
}

export function frameOf(header, bytes = new Uint8Array(0)) {
  const text = Buffer.from(JSON.stringify(header), 'utf8');
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([lengths, text, bytes]);
}

export function partsOf(frame) {
  const behind = 8 + frame.readUInt32LE(0);
  return [JSON.parse(frame.toString('utf8', 8, behind)), frame.subarray(behind)];
}
